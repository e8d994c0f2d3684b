import { AppError } from '../../../platform/errors.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import type { orderItems } from '../../../tables/orders.ts'
import { queueForStock, type StockQuantity, takeStockSql } from '../catalogue/index.ts'
import type { OrderRow } from './store.ts'

export type NewOrder = Omit<OrderRow, 'id' | 'state' | 'payMethod' | 'failure' | 'paidAt' | 'endedAt'>
type NewItem = Omit<typeof orderItems.$inferSelect, 'orderId'>

/** The stock is taken in the same statement: whoever wants the same good waits no longer than that and the commit. */
const INSERT_ORDER = {
  name: 'order-write',
  text: `with taken as (${takeStockSql({ zone: '$17', config: '$18', quantity: '$19' })}), written as (
      insert into orders (user_id, kind, business_type, title, lines, total_cents, coupon_cents, credit_cents,
        payable_cents, coupon_id, purchase, created_at, expires_at)
      select $1::bigint, $2::text, $3::smallint, $4::text, $5::jsonb, $6::bigint, $7::bigint, $8::bigint, $9::bigint,
        $10::bigint, $11::jsonb, $12::timestamptz, $13::timestamptz
      where $17::bigint is null or exists (select 1 from taken) returning id
    ), items as (
      insert into order_items (order_id, product_id, quantity, unit_price_cents)
      select written.id, item.* from written, unnest($14::bigint[], $15::int[], $16::bigint[]) item
    ), held as (
      insert into stock_reservations (order_id, zone_id, config_id, quantity)
      select written.id, zone_id, config_id, $19 from written, taken
    )
    select id from written`,
}

/** An order with its items and the phones that it takes from one place; nothing where too few are left there. */
export const insertOrder = async (
  tx: Tx,
  order: NewOrder,
  items: readonly NewItem[],
  part: StockQuantity | undefined,
): Promise<OrderRow> => {
  if (part) await queueForStock(tx, part)
  const [written] = await query<{ id: string }>(tx, INSERT_ORDER, [
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
    part?.zoneId,
    part?.configId,
    part?.quantity,
  ])
  if (!written) throw new AppError('OUT_OF_STOCK', { data: { zoneId: part?.zoneId, configId: part?.configId } })
  const life = { state: 'pending', payMethod: null, failure: '', paidAt: null, endedAt: null } as const
  return { ...order, ...life, id: Number(written.id) }
}
