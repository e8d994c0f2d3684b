import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { transfer } from '../../commerce/ledger/index.ts'
import type { DeviceRow } from '../fleet/index.ts'
import { findProduct, setExpiry } from './metering-store.ts'

const HOUR_MS = 60 * 60_000

/** Whether a metered phone may start: its hour is paid still, or is paid now. Whoever calls holds the device. */
export const payHourToStart = async (tx: Tx, device: DeviceRow, now: Date): Promise<boolean> =>
  device.expiresAt > now || payHour(tx, device, now)

/**
 * Pays the next hour of a metered phone, and answers whether there were beans for it. It begins where the paid one ends,
 * or now, if that is over: nobody pays for time in which we did not serve. The entry is named by the device and the
 * hour's beginning, and the new end stands in the same transaction, so that no hour is paid twice.
 */
export const payHour = async (tx: Tx, device: DeviceRow, now: Date): Promise<boolean> => {
  const { id: deviceId, ownerId: userId, expiresAt, productId } = device
  const startsAt = expiresAt > now ? expiresAt : now
  const product = await findProduct(tx, productId ?? 0)
  if (!product) throw new Error(`device ${deviceId} is metered by no product`)
  const key = `device:${deviceId}:hour:${startsAt.getTime()}`
  const accounts = { from: { userId, kind: 'beans' }, to: { kind: 'revenue' } } as const
  try {
    const amountCents = product.priceCents
    await transfer(tx, { key, reason: 'metering', ...accounts, amountCents, deviceId }, now)
  } catch (error) {
    // Refused before anything was moved: the transaction goes on.
    if (error instanceof AppError && error.error === 'BEANS_NOT_ENOUGH') return false
    throw error
  }
  await setExpiry(tx, deviceId, later(startsAt, HOUR_MS))
  return true
}
