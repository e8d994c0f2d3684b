import { and, eq, inArray } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import { firstPriceClaims, orderItems } from '../../../tables/orders.ts'
import { returnSeckillItems } from '../catalogue/index.ts'
import { returnCoupon } from '../coupons/index.ts'
import { type RefundDeps, refundPart } from '../refunds/index.ts'
import { settleRefundedOrder } from './settle-refund.ts'
import { applyEvent, isOrder, type OrderRow, releaseReservations } from './store.ts'

interface FailDeps extends RefundDeps {
  readonly clock: Clock
  readonly outbox: Outbox
}

/**
 * Ends a paid order that cannot be carried out: with the money everything comes back that hung on it, the stock, the
 * coupon, the first price and the pieces of a seckill. A coupon that has expired meanwhile gets more time only where the
 * fault is ours; otherwise it could be kept alive by orders that are made to fail. Whoever calls holds the order.
 */
export const failOrder = async (
  deps: FailDeps,
  tx: Tx,
  order: OrderRow,
  failure: string,
  isOurFault = true,
): Promise<void> => {
  const { id: orderId, payableCents: amountCents } = order
  const now = deps.clock.now()
  await releaseReservations(tx, orderId)
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  await uncountPurchases(tx, order, new Map(items.map(({ productId, quantity }) => [productId, quantity])))
  await returnCoupon(tx, orderId, now, isOurFault)
  await applyEvent(tx, 'fail', isOrder(orderId), { failure })
  await refundPart(tx, deps, order, { key: `order:${orderId}:refund`, amountCents }, now)
  await settleRefundedOrder(tx, deps, orderId, now)
}

/**
 * Takes single parts of an order back, one for each product named: they count as bought no more, their first price can be
 * had again, and their pieces of a seckill can be bought again, by their buyer too. The coupon is the whole order's, and
 * comes back when none of it was carried out (`finishOrder`). Whoever calls holds the order.
 */
export const revertItems = async (
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'userId'>,
  productIds: readonly number[],
): Promise<void> => {
  if (productIds.length === 0) return
  const counts = [...Map.groupBy(productIds, (id) => id)].map(([id, same]) => [id, same.length] as const)
  await returnSeckillItems(tx, order.id, productIds.length)
  await tx
    .delete(firstPriceClaims)
    .where(and(eq(firstPriceClaims.orderId, order.id), inArray(firstPriceClaims.productId, [...productIds])))
  await uncountPurchases(tx, order, new Map(counts))
}

const UNCOUNT_PURCHASES = {
  name: 'order-uncount-purchases',
  text: `with gone as (
      delete from product_purchases where user_id = $1 and product_id = $2 and purchases <= $3
    )
    update product_purchases set purchases = purchases - $3 where user_id = $1 and product_id = $2 and purchases > $3`,
}

/** In the order of the products, as they are counted. */
const uncountPurchases = async (
  tx: Tx,
  { userId }: Pick<OrderRow, 'userId'>,
  counts: ReadonlyMap<number, number>,
): Promise<void> => {
  for (const [productId, quantity] of [...counts].toSorted(([a], [b]) => a - b)) {
    await query(tx, UNCOUNT_PURCHASES, [userId, productId, quantity])
  }
}
