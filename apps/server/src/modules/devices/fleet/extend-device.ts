import { AUTO_RENEW_AHEAD_MS } from '@yunji/contract/commerce/renewal/rules'
import { eq } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import type { DeviceRow } from './store.ts'
import { isAnyOf, transition } from './transitions.ts'

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
  await tx.update(devices).set({ expiresAt, productId }).where(eq(devices.id, id))
  if (state === 'expired') {
    await transition(tx, 'renew', now, isAnyOf([id]))
    await transition(tx, 'start', now, isAnyOf([id]))
  }
  await tx
    .update(autoRenewals)
    .set({ nextTryAt: later(expiresAt, -AUTO_RENEW_AHEAD_MS), failure: '' })
    .where(eq(autoRenewals.deviceId, id))
  return { startsAt, expiresAt }
}
