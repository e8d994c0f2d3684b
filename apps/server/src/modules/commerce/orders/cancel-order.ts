import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { returnCoupon } from '../coupons/index.ts'
import type { OrderDeps } from './deps.ts'
import { cancelPendingOrder, findOrder, type LockedOrder, type OrderRow, releaseReservations } from './store.ts'

/** Cancels an unpaid order. One that has ended is returned as it is; a paid one is refused. */
export const cancelOrder =
  ({ database: { db }, clock }: OrderDeps) =>
  ({ userId }: Caller, orderId: number): Promise<OrderRow> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const cancelled = await cancelPendingOrder(tx, userId, orderId, now)
      if (cancelled) {
        await releaseUnpaidOrder(tx, cancelled, now)
        return cancelled
      }
      const order = await findOrder(tx, userId, orderId)
      if (!order) throw new AppError('NOT_FOUND')
      if (order.state === 'cancelled' || order.state === 'expired') return order
      throw new AppError('SHOW_ERROR_TIP', { text: '订单已支付，不能取消' })
    })

/** Releases everything that an unpaid order held, its coupon too. */
export const releaseUnpaidOrder = async (tx: Tx, { id }: LockedOrder, now: Date): Promise<void> => {
  await releaseReservations(tx, id)
  await returnCoupon(tx, id, now, false)
}
