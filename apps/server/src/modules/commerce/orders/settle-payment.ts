import type { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import { markCouponUsed } from '../coupons/index.ts'
import { applyPayment, type OrderRow } from './store.ts'

export interface PaidDeps {
  readonly jobs: () => Pick<Jobs, 'add'>
  readonly outbox: Outbox
}

export interface PaidOrder {
  readonly orderId: number
}

export const FULFIL_JOB = { name: 'order.fulfil' } as const

/**
 * The money is there: whatever follows from that stands in the transaction that wrote it down. Answers nothing when the
 * order was paid before.
 */
export const settlePaidOrder = async (
  tx: Tx,
  { jobs, outbox }: PaidDeps,
  orderId: number,
  payMethod: PayMethod,
  now: Date,
): Promise<OrderRow | undefined> => {
  const order = await markOrderPaid(tx, orderId, payMethod, now)
  if (!order) return undefined
  const { userId, title: goodsName, payableCents: amountCents } = order
  const facts = { orderId, goodsName, amountCents }
  await Promise.all([
    outbox.add(tx, { event: 'orderPaid', userId, key: `order-${orderId}-paid`, facts }),
    jobs().add<PaidOrder>(tx, FULFIL_JOB, { orderId }),
  ])
  return order
}

/** In the order of the products, so that two orders of one buyer never wait for each other. */
const COUNT_PURCHASES = {
  name: 'order-count-purchases',
  text: `insert into product_purchases (user_id, product_id, purchases)
    select $1, product_id, quantity from order_items where order_id = $2 order by product_id
    on conflict (user_id, product_id) do update set purchases = product_purchases.purchases + excluded.purchases`,
}

/** For whoever carries an order out in the transaction that pays it, and tells of that in words of their own. */
export const markOrderPaid = async (
  tx: Tx,
  orderId: number,
  payMethod: PayMethod,
  now: Date,
): Promise<OrderRow | undefined> => {
  const order = await applyPayment(tx, orderId, payMethod, now)
  if (!order) return undefined
  if (order.couponId !== null) await markCouponUsed(tx, orderId, now)
  await query(tx, COUNT_PURCHASES, [order.userId, orderId])
  return order
}
