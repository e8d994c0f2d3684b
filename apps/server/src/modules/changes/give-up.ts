import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import { type orders, stockReservations } from '../../tables/orders.ts'
import { freeStock } from '../catalogue/index.ts'
import { giveCouponBack } from '../coupons/index.ts'
import { failOrder, settleRefunded } from '../orders/index.ts'
import { payBack } from '../refunds/index.ts'
import type { RefundingDeps } from './deps.ts'

/** A paid order that cannot be carried out: everything that it took goes back. Whoever calls holds it. */
export const giveUpOrder = async (
  deps: RefundingDeps,
  tx: Tx,
  order: typeof orders.$inferSelect,
  failure: string,
): Promise<void> => {
  const { id: orderId, payableCents: amountCents } = order
  const now = deps.clock.now()
  await freeStock(tx, await tx.delete(stockReservations).where(eq(stockReservations.orderId, orderId)).returning())
  await giveCouponBack(tx, orderId, now, true)
  await failOrder(tx, orderId, failure)
  await payBack(tx, deps, order, { key: `order:${orderId}:refund`, amountCents }, now)
  await settleRefunded(tx, deps, orderId, now)
}
