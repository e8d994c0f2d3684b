import { SPACE_MAXIMUM_GB } from '@yunji/contract/space/limits'
import { type Clock, DAY_MS, later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { type LockedOrder, markOrderFulfilled } from '../commerce/orders/index.ts'
import { boughtGb, insertGrant, lockUser } from './store.ts'

const MONTH_MS = 30 * DAY_MS

/** Grants the space of a paid order from now on. False where the account would exceed its maximum (1024). */
export const grantSpace = async ({ clock }: { clock: Clock }, tx: Tx, order: LockedOrder): Promise<boolean> => {
  const { id: orderId, userId, purchase } = order
  const now = clock.now()
  const { sizeGb = 0, months = 0 } = purchase
  // Serialises concurrent orders of one user.
  await lockUser(tx, userId)
  if ((await boughtGb(tx, userId, now)) + sizeGb > SPACE_MAXIMUM_GB) return false
  await insertGrant(tx, { orderId, userId, sizeGb, startsAt: now, endsAt: later(now, months * MONTH_MS) })
  await markOrderFulfilled(tx, order, now)
  return true
}
