import { AUTO_RENEW_AHEAD_MS } from '@yunji/contract/commerce/renewal/rules'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { type DeviceRow, scheduleAutoRenewal, setRental } from './store.ts'
import { isAnyOf, transition } from './transition-store.ts'

interface MoreTime {
  readonly productId: number
  readonly boughtMs: number
  /** When it was paid, however late that is carried out. */
  readonly paidAt: Date
}

/**
 * Gives a device more time: from its old end where that was still to come when it was paid, else from the payment, and
 * then it is started again. Whoever calls holds the device, and has seen that it can be renewed.
 */
export const extendDevice = async (
  tx: Tx,
  { id, expiresAt: oldEnd, state }: DeviceRow,
  { productId, boughtMs, paidAt }: MoreTime,
  now: Date,
): Promise<{ startsAt: Date; expiresAt: Date }> => {
  const startsAt = oldEnd > paidAt ? oldEnd : paidAt
  const expiresAt = later(startsAt, boughtMs)
  await setRental(tx, id, { expiresAt, productId })
  if (state === 'expired') {
    await transition(tx, 'renew', now, isAnyOf([id]))
    await transition(tx, 'start', now, isAnyOf([id]))
  }
  await scheduleAutoRenewal(tx, id, later(expiresAt, -AUTO_RENEW_AHEAD_MS))
  return { startsAt, expiresAt }
}
