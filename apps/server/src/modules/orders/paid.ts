import type { PayMethod } from '@yunji/contract/order/enums'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { productPurchases } from '../../tables/catalogue.ts'
import { orderItems, orders } from '../../tables/orders.ts'
import { useCoupon } from '../coupons/index.ts'
import { happen, isOrder, type OrderRow } from './store.ts'

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
export const settlePaid = async (
  tx: Tx,
  { jobs, outbox }: PaidDeps,
  orderId: number,
  payMethod: PayMethod,
  now: Date,
): Promise<OrderRow | undefined> => {
  const order = await markPaid(tx, orderId, payMethod, now)
  if (!order) return undefined
  const { userId, title: goodsName, payableCents: amountCents } = order
  await outbox.add(tx, {
    event: 'orderPaid',
    userId,
    key: `order-${orderId}-paid`,
    facts: { orderId, goodsName, amountCents },
  })
  await jobs().add<PaidOrder>(tx, FULFIL_JOB, { orderId })
  return order
}

/** For whoever carries an order out in the transaction that pays it, and tells of that in words of their own. */
export const markPaid = async (
  tx: Tx,
  orderId: number,
  payMethod: PayMethod,
  now: Date,
): Promise<OrderRow | undefined> => {
  const [order] = await happen(tx, 'pay', and(isOrder(orderId), isNull(orders.paidAt)), {
    payMethod,
    paidAt: now,
    endedAt: null,
  })
  if (!order) return undefined
  await useCoupon(tx, orderId, now)
  await countPurchases(tx, order.userId, orderId)
  return order
}

const countPurchases = async (tx: Tx, userId: number, orderId: number): Promise<void> => {
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(orderItems.productId)
  if (items.length === 0) return
  await tx
    .insert(productPurchases)
    .values(items.map(({ productId, quantity }) => ({ userId, productId, purchases: quantity })))
    .onConflictDoUpdate({
      target: [productPurchases.userId, productPurchases.productId],
      set: { purchases: sql`${productPurchases.purchases} + excluded.purchases` },
    })
}
