import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { payMeteredHour } from '../../commerce/payments/index.ts'
import type { DeviceRow } from '../fleet/index.ts'
import { findProduct, setExpiry } from './metering-store.ts'

const HOUR_MS = 60 * 60_000

/** True when the metered phone may start: its hour is still paid, or is paid now. The caller has locked the device. */
export const payHourToStart = async (tx: Tx, device: DeviceRow, now: Date): Promise<boolean> =>
  device.expiresAt > now || payHour(tx, device, now)

/**
 * Pays the next hour of a metered phone; false when the beans do not suffice. The hour begins at the end of the paid one,
 * or now if that is over: time without service is not charged. The new end is written in the same transaction.
 */
export const payHour = async (tx: Tx, device: DeviceRow, now: Date): Promise<boolean> => {
  const { id: deviceId, ownerId: userId, expiresAt, productId } = device
  const startsAt = expiresAt > now ? expiresAt : now
  const product = await findProduct(tx, productId ?? 0)
  if (!product) throw new Error(`device ${deviceId} is metered by no product`)
  const hour = { userId, deviceId, startsAt, priceCents: product.priceCents }
  if (!(await payMeteredHour(tx, hour, now))) return false
  await setExpiry(tx, deviceId, later(startsAt, HOUR_MS))
  return true
}
