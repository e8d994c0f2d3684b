import type { ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'

/** One device more or less. Only devices of one product go into one order, so one of another begins anew. */
export const toggled = (
  devices: readonly ToMonthlyDevice[],
  chosenIds: readonly number[],
  { deviceId, id }: Pick<ToMonthlyDevice, 'deviceId' | 'id'>,
): readonly number[] => {
  if (chosenIds.includes(deviceId)) return chosenIds.filter((each) => each !== deviceId)
  const alike = devices.filter((device) => device.id === id && chosenIds.includes(device.deviceId))
  return [...alike.map((device) => device.deviceId), deviceId]
}

/** What the hours of the same time would have cost. */
export const hourlyCents = ({ hourCents, goodTime }: Pick<ToMonthlyDevice, 'hourCents' | 'goodTime'>): number =>
  hourCents * goodTime

/** How many per cent less than by the hour, rounded down; 0 where it is no less. */
export const savedPercent = (device: Pick<ToMonthlyDevice, 'hourCents' | 'goodTime' | 'goodPrice'>): number => {
  const byHourCents = hourlyCents(device)
  if (byHourCents <= device.goodPrice) return 0
  return Math.floor(((byHourCents - device.goodPrice) * 100) / byHourCents)
}
