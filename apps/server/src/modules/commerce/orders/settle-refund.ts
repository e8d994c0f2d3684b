import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { ledgerEntries } from '../../../tables/ledger.ts'
import { orders } from '../../../tables/orders.ts'
import { refunds } from '../../../tables/payments.ts'
import { applyEvent, isOrder } from './store.ts'

/**
 * Once none of an order's money is on its way back any more, an order that is being refunded ends, and its buyer is told
 * what has come back. Whoever calls holds the order.
 */
export const settleRefundedOrder = async (
  tx: Tx,
  { outbox }: { outbox: Outbox },
  orderId: number,
  now: Date,
): Promise<void> => {
  const waiting = await tx.$count(refunds, and(eq(refunds.orderId, orderId), ne(refunds.state, 'refunded')))
  if (waiting > 0) return
  await applyEvent(tx, 'refund', and(isOrder(orderId), eq(orders.state, 'refunding')), { endedAt: now })
  const [order] = await tx.select().from(orders).where(isOrder(orderId))
  const amountCents = await refundedCents(tx, orderId)
  if (!order || amountCents === 0) return
  const { userId, title: goodsName } = order
  const key = `order-${orderId}-refunded-${amountCents}`
  await outbox.add(tx, { event: 'orderRefunded', userId, key, facts: { orderId, goodsName, amountCents } })
}

const refundedCents = async (tx: Tx, orderId: number): Promise<number> => {
  const [row] = await tx
    .select({ cents: sql`coalesce(sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.reason, 'orderRefund')))
  return row?.cents ?? 0
}
