import { type OrderEvent, type OrderState, orderMachine } from '@yunji/contract/commerce/order/machine'
import type { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { next, statesTaking } from '@yunji/contract/machine'
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { prepared, type Tx } from '../../../platform/transaction.ts'
import { firstPriceClaims, orders } from '../../../tables/orders.ts'
import { firstRechargeClaims } from '../../../tables/recharge.ts'
import { renewalHolds } from '../../../tables/renewals.ts'
import { releaseSeckill, releaseStock } from '../catalogue/index.ts'

export type OrderRow = typeof orders.$inferSelect

export const findOrder = async (db: Db | Tx, userId: number, orderId: number): Promise<OrderRow | undefined> => {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  return order
}

const targetOf = (event: OrderEvent): OrderState => {
  const [state] = statesTaking(orderMachine, event)
  const step = state && next(orderMachine, state, event)
  if (!step?.ok) throw new Error(`${event} happens to no order`)
  return step.state
}

/** Lets an event happen to the orders that the condition names, where the machine allows it. Returns those it happened to. */
export const applyEvent = (
  tx: Tx,
  event: OrderEvent,
  condition: SQL | undefined,
  facts: Partial<OrderRow> = {},
): Promise<OrderRow[]> =>
  tx
    .update(orders)
    .set({ ...facts, state: targetOf(event) })
    .where(and(inArray(orders.state, [...statesTaking(orderMachine, event)]), condition))
    .returning()

const paying = prepared((tx) =>
  tx
    .update(orders)
    .set({
      state: targetOf('pay'),
      payMethod: sql`${sql.placeholder('payMethod')}::smallint`,
      paidAt: sql`${sql.placeholder('paidAt')}::timestamptz`,
      endedAt: null,
    })
    .where(
      and(
        eq(orders.id, sql.placeholder('orderId')),
        inArray(orders.state, [...statesTaking(orderMachine, 'pay')]),
        isNull(orders.paidAt),
      ),
    )
    .returning()
    .prepare('order-pay'),
)

/** The same for the money, which comes to every order that is worth anything, and once. */
export const applyPayment = async (
  tx: Tx,
  orderId: number,
  payMethod: PayMethod,
  paidAt: Date,
): Promise<OrderRow | undefined> => {
  const [order] = await paying(tx).execute({ orderId, payMethod, paidAt })
  return order
}

export const isOrder = (orderId: number): SQL => eq(orders.id, orderId)
export const isOwnOrder = (userId: number, orderId: number) => and(eq(orders.id, orderId), eq(orders.userId, userId))
const isOverdue = (now: Date): SQL | undefined => and(eq(orders.state, 'pending'), lte(orders.expiresAt, now))

export type OverdueOrder = Pick<OrderRow, 'id' | 'expiresAt'>

/** Unpaid orders past their time, oldest first; from behind `last` where that is given. */
export const listOverdue = (db: Db, now: Date, limit: number, last?: OverdueOrder): Promise<OverdueOrder[]> =>
  db
    .select({ id: orders.id, expiresAt: orders.expiresAt })
    .from(orders)
    .where(
      and(
        isOverdue(now),
        last && sql`(${orders.expiresAt}, ${orders.id}) > (${last.expiresAt}::timestamptz, ${last.id}::bigint)`,
      ),
    )
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(limit)

/** Names an overdue order unless another transaction holds it. */
export const isUnlockedAndOverdue = (tx: Tx, orderId: number, now: Date): SQL =>
  inArray(
    orders.id,
    tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(isOrder(orderId), isOverdue(now)))
      .for('update', { skipLocked: true }),
  )

/** Whatever an order held for its buyer can be had by others again. */
export const releaseReservations = async (tx: Tx, orderId: number): Promise<void> => {
  await releaseStock(tx, orderId)
  await releaseSeckill(tx, orderId)
  await tx.delete(firstPriceClaims).where(eq(firstPriceClaims.orderId, orderId))
  await tx.delete(renewalHolds).where(eq(renewalHolds.orderId, orderId))
  await tx.delete(firstRechargeClaims).where(eq(firstRechargeClaims.orderId, orderId))
}

/** Whoever changes what an order means holds it first. */
export const lockOwnOrder = async (tx: Tx, userId: number, orderId: number): Promise<OrderRow | undefined> => {
  const [order] = await tx.select().from(orders).where(isOwnOrder(userId, orderId)).for('update')
  return order
}

const lockingById = prepared((tx) =>
  tx
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId')))
    .for('update')
    .prepare('order-hold'),
)

/** The same for whoever is not its buyer: a provider, a job. */
export const lockOrder = async (tx: Tx, orderId: number): Promise<OrderRow> => {
  const [order] = await lockingById(tx).execute({ orderId })
  if (!order) throw new Error(`there is no order ${orderId}`)
  return order
}
