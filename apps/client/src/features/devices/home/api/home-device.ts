import type { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { acceptsCommand, commandRights } from '@yunji/contract/devices/device/rules'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { ownerActionsOf } from '@yunji/contract/devices/rental/rules'
import { formatCount } from '@yunji/contract/display/text'
import { includesRight } from '@yunji/contract/wire/call'

/** A device as the home page shows it. */
export interface HomeDevice extends DeviceRecord {
  /** By this page's clock. */
  readonly endsAtMs: number
}

export type DeviceChange = Partial<Pick<HomeDevice, 'state' | 'cover' | 'name' | 'note' | 'tags'>>

/** A page of devices with changes applied; the same object without any. */
export const withChanges = <Page extends { readonly records: readonly HomeDevice[] }>(
  page: Page,
  changes: ReadonlyMap<number, DeviceChange>,
): Page =>
  page.records.some(({ deviceId }) => changes.has(deviceId))
    ? { ...page, records: page.records.map((device) => ({ ...device, ...changes.get(device.deviceId) })) }
    : page

/** Devices that a command goes to, as the user knows them. */
export interface Target {
  readonly ids: readonly number[]
  /** 「星海远征 06」, or 3 台设备. */
  readonly name: string
}

export const targetOf = (devices: readonly { readonly deviceId: number; readonly name: string }[]): Target => {
  const [first] = devices
  const name = devices.length === 1 && first ? `「${first.name}」` : `${formatCount(devices.length)} 台设备`
  return { ids: devices.map(({ deviceId }) => deviceId), name }
}

/** Mark of a device of somebody else; nothing on one's own. */
export const grantMark = ({ right }: Pick<HomeDevice, 'right'>): string | undefined => {
  if (right === 'owner') return undefined
  return right === 'view' ? '仅查看' : '被授权'
}

/** Whether the user has the right to a command; commands without it are hidden. */
export const mayCommand = ({ right }: Pick<HomeDevice, 'right'>, command: DeviceCommand): boolean =>
  includesRight(right, commandRights[command])

/** Whether the user can start the device now. */
export const canStart = (device: Pick<HomeDevice, 'state' | 'right' | 'isMetered'>): boolean =>
  ownerActionsOf(device).includes('start')

/** Whether the device accepts a command in its state; otherwise it is muted, with the reason. */
export const canTake = ({ state }: Pick<HomeDevice, 'state'>, command: DeviceCommand): boolean =>
  acceptsCommand(state, command)
