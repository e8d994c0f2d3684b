import { ask, type Tx } from '../../platform/database.ts'
import type { orderItems } from '../../tables/orders.ts'
import type { OrderRow } from './store.ts'

export type NewOrder = Omit<OrderRow, 'id' | 'state' | 'payMethod' | 'failure' | 'paidAt' | 'endedAt'>
type NewItem = Omit<typeof orderItems.$inferSelect, 'orderId'>

const WRITE = {
  name: 'order-write',
  text: `with written as (
      insert into orders (user_id, kind, business_type, title, lines, total_cents, coupon_cents, credit_cents,
        payable_cents, coupon_id, purchase, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id
    ), items as (
      insert into order_items (order_id, product_id, quantity, unit_price_cents)
      select written.id, item.* from written, unnest($14::bigint[], $15::int[], $16::bigint[]) item
    )
    select id from written`,
}

/** An order with its items, in one statement. */
export const writeOrder = async (tx: Tx, order: NewOrder, items: readonly NewItem[]): Promise<OrderRow> => {
  const [written] = await ask<{ id: string }>(tx, WRITE, [
    order.userId,
    order.kind,
    order.businessType,
    order.title,
    JSON.stringify(order.lines),
    order.totalCents,
    order.couponCents,
    order.creditCents,
    order.payableCents,
    order.couponId,
    JSON.stringify(order.purchase),
    order.createdAt,
    order.expiresAt,
    items.map(({ productId }) => productId),
    items.map(({ quantity }) => quantity),
    items.map(({ unitPriceCents }) => unitPriceCents),
  ])
  if (!written) throw new Error('an order was not written')
  const life = { state: 'pending', payMethod: null, failure: '', paidAt: null, endedAt: null } as const
  return { ...order, ...life, id: Number(written.id) }
}
