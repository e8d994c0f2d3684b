import { AUTO_RENEW_AHEAD_MS } from '@yunji/contract/commerce/renewal/rules'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { type DeviceRow, scheduleAutoRenewal, setRental } from './store.ts'
import { isAnyOf, transition } from './transition-store.ts'

interface MoreTime {
  /** Absent for time that nobody paid for. */
  readonly productId?: number
  readonly boughtMs: number
  /** Time of payment, or of the gift, however late it is fulfilled. */
  readonly paidAt: Date
}

/**
 * Extends a device: from its old end where that was in the future at payment, else from the payment; an expired one is
 * started again. The caller has locked the device and checked that it can be renewed.
 */
export const extendDevice = async (
  tx: Tx,
  { id, expiresAt: oldEnd, state }: DeviceRow,
  { productId, boughtMs, paidAt }: MoreTime,
  now: Date,
): Promise<{ startsAt: Date; expiresAt: Date }> => {
  const startsAt = oldEnd > paidAt ? oldEnd : paidAt
  const expiresAt = later(startsAt, boughtMs)
  await setRental(tx, id, { expiresAt, ...(productId !== undefined && { productId }) })
  if (state === 'expired') {
    await transition(tx, 'renew', now, isAnyOf([id]))
    await transition(tx, 'start', now, isAnyOf([id]))
  }
  await scheduleAutoRenewal(tx, id, later(expiresAt, -AUTO_RENEW_AHEAD_MS))
  return { startsAt, expiresAt }
}
