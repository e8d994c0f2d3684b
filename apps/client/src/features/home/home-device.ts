import type { DeviceRecord } from '@yunji/contract/device/schema'

/** A device as the home page shows it. */
export interface HomeDevice extends DeviceRecord {
  /** By this page's clock. */
  readonly endsAtMs: number
}

export type DeviceChange = Partial<Pick<HomeDevice, 'state' | 'cover' | 'name'>>

/** A page of devices with what is newly known about some of them; the same page where nothing is. */
export const withChanges = <Page extends { readonly records: readonly HomeDevice[] }>(
  page: Page,
  changes: ReadonlyMap<number, DeviceChange>,
): Page =>
  page.records.some(({ deviceId }) => changes.has(deviceId))
    ? { ...page, records: page.records.map((device) => ({ ...device, ...changes.get(device.deviceId) })) }
    : page
