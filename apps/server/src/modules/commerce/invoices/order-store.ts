import { INVOICE_WITHIN_DAYS } from '@yunji/contract/commerce/invoice/rules'
import type { OrderState } from '@yunji/contract/commerce/order/machine'
import { and, asc, desc, eq, gt, gte, inArray, notExists, sql } from 'drizzle-orm'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { invoiceOrders } from '../../../tables/invoices.ts'
import { orders } from '../../../tables/orders.ts'
import { payments, refunds } from '../../../tables/payments.ts'

/** Refunding and refunded orders have no money left to invoice. */
const invoicedStates: readonly OrderState[] = ['paid', 'fulfilled']

/**
 * Money of the payment that settled an order, less what goes back. Orders paid from beans or balance have no such payment:
 * their money was invoiced when it was recharged.
 */
const remainingCents = sql`${payments.amountCents} - coalesce(
  (select sum(r.amount_cents) from ${refunds} r where r.payment_id = ${payments.id}), 0)`.mapWith(Number)

export const earliestPaidAt = (now: Date): Date => later(now, -INVOICE_WITHIN_DAYS * DAY_MS)

const fields = {
  orderId: orders.id,
  kind: orders.kind,
  title: orders.title,
  state: orders.state,
  paidAt: orders.paidAt,
  amountCents: remainingCents,
}

const isSettling = and(eq(payments.orderId, orders.id), payments.isSettling)

export const listInvoiceable = async (
  db: Db,
  userId: number,
  now: Date,
  { page, rows }: { readonly page: number; readonly rows: number },
) => {
  const isFree = notExists(
    db
      .select({ one: sql`1` })
      .from(invoiceOrders)
      .where(and(eq(invoiceOrders.orderId, orders.id), invoiceOrders.isLive)),
  )
  const condition = and(
    eq(orders.userId, userId),
    inArray(orders.state, [...invoicedStates]),
    gte(orders.paidAt, earliestPaidAt(now)),
    gt(remainingCents, 0),
    isFree,
  )
  const found = await db
    .select({ ...fields, total: sql`count(*) over ()`.mapWith(Number) })
    .from(orders)
    .innerJoin(payments, isSettling)
    .where(condition)
    .orderBy(desc(orders.id))
    .limit(rows)
    .offset((page - 1) * rows)
  return { found, total: found[0]?.total ?? 0 }
}

/** Locks own orders by id, as a refund locks its order: the sums below hold until the transaction ends. */
export const lockOwnOrders = async (tx: Tx, userId: number, orderIds: readonly number[]): Promise<number> => {
  const locked = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.id, [...orderIds])))
    .orderBy(asc(orders.id))
    .for('update')
  return locked.length
}

export const lockOrders = async (tx: Tx, orderIds: readonly number[]): Promise<void> => {
  const condition = inArray(orders.id, [...orderIds])
  await tx.select({ id: orders.id }).from(orders).where(condition).orderBy(asc(orders.id)).for('update')
}

/** Orders that were paid with money, in any state; `isInvoiced` where a live invoice has it. */
export const listPaidOrders = async (db: Db | Tx, orderIds: readonly number[]) => {
  const found = await db
    .select({ ...fields, invoiceId: invoiceOrders.invoiceId })
    .from(orders)
    .innerJoin(payments, isSettling)
    .leftJoin(invoiceOrders, and(eq(invoiceOrders.orderId, orders.id), invoiceOrders.isLive))
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(asc(orders.id))
  return found.map(({ state, ...order }) => ({
    ...order,
    // An order that is being refunded, or was, keeps nothing.
    amountCents: invoicedStates.includes(state) ? order.amountCents : 0,
  }))
}

export const findOwnOrder = async (db: Db, userId: number, orderId: number) => {
  const [order] = await db
    .select({ state: orders.state, payMethod: orders.payMethod })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  return order
}
