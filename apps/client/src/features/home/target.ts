/** Devices that a command goes to, as the user knows them. */
export interface Target {
  readonly ids: readonly number[]
  /** 「星海远征 06」, or 3 台设备. */
  readonly name: string
}

export const targetOf = (devices: readonly { readonly deviceId: number; readonly name: string }[]): Target => {
  const [first] = devices
  const name = devices.length === 1 && first ? `「${first.name}」` : `${devices.length} 台设备`
  return { ids: devices.map(({ deviceId }) => deviceId), name }
}
