import type { ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'

/** Toggles a device. An order has devices of one product only: another product starts a new selection. */
export const toggled = (
  devices: readonly ToMonthlyDevice[],
  chosenIds: readonly number[],
  { deviceId, id }: Pick<ToMonthlyDevice, 'deviceId' | 'id'>,
): readonly number[] => {
  if (chosenIds.includes(deviceId)) return chosenIds.filter((each) => each !== deviceId)
  const alike = devices.filter((device) => device.id === id && chosenIds.includes(device.deviceId))
  return [...alike.map((device) => device.deviceId), deviceId]
}

/** Price of the same time by the hour. */
export const hourlyCents = ({ hourCents, goodTime }: Pick<ToMonthlyDevice, 'hourCents' | 'goodTime'>): number =>
  hourCents * goodTime

/** Saving against the hourly price in per cent, rounded down; 0 without a saving. */
export const savedPercent = (device: Pick<ToMonthlyDevice, 'hourCents' | 'goodTime' | 'goodPrice'>): number => {
  const byHourCents = hourlyCents(device)
  if (byHourCents <= device.goodPrice) return 0
  return Math.floor(((byHourCents - device.goodPrice) * 100) / byHourCents)
}
