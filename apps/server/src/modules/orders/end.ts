import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'
import { giveCouponBack } from '../coupons/index.ts'
import { findOrder, happen, isOverdue, isOwnOrder, letGo, type OrderRow } from './store.ts'

export interface OrderDeps {
  readonly database: Database
  readonly clock: Clock
}

/** The buyer does not want it any more. A second time changes nothing; one that is paid is past cancelling. */
export const cancelOrder =
  ({ database: { db }, clock }: OrderDeps) =>
  ({ userId }: Caller, orderId: number): Promise<OrderRow> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const [cancelled] = await happen(tx, 'cancel', isOwnOrder(userId, orderId), { endedAt: now })
      if (cancelled) {
        await bury(tx, cancelled, now)
        return cancelled
      }
      const order = await findOrder(tx, userId, orderId)
      if (!order) throw new AppError('NOT_FOUND')
      if (order.state === 'cancelled' || order.state === 'expired') return order
      throw new AppError('SHOW_ERROR_TIP', { text: '订单已支付，不能取消' })
    })

/** Orders that nobody paid in time. */
export const expireOrders =
  ({ database: { db }, clock }: OrderDeps) =>
  async (): Promise<void> => {
    const now = clock.now()
    await db.transaction(async (tx) => {
      for (const order of await happen(tx, 'expire', isOverdue(now), { endedAt: now })) await bury(tx, order, now)
    })
  }

const bury = async (tx: Tx, { id }: OrderRow, now: Date): Promise<void> => {
  await letGo(tx, id)
  await giveCouponBack(tx, id, now, false)
}
