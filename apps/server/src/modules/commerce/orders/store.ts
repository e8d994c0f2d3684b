import { type OrderEvent, type OrderState, orderMachine } from '@yunji/contract/commerce/order/machine'
import type { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { nextStep, statesAccepting } from '@yunji/contract/machine'
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { prepared, query, type Tx } from '../../../platform/transaction.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { accountDeletions, users } from '../../../tables/identity.ts'
import { firstPriceClaims, orderItems, orders } from '../../../tables/orders.ts'
import { firstRechargeClaims } from '../../../tables/recharge.ts'
import { renewalHolds } from '../../../tables/renewals.ts'
import { releaseSeckill, releaseStock } from '../catalogue/index.ts'

export type OrderRow = typeof orders.$inferSelect

declare const locked: unique symbol

/**
 * An order whose row is locked by the current transaction. Only the functions of this store that lock or update
 * the row return one.
 */
export type LockedOrder = OrderRow & { readonly [locked]: true }

const asLocked = (order: OrderRow): LockedOrder => order as LockedOrder

const isOwnOrder = (userId: number, orderId: number) => and(eq(orders.id, orderId), eq(orders.userId, userId))

/** Undefined for another user's order. */
export const findOrder = async (db: Db | Tx, userId: number, orderId: number): Promise<OrderRow | undefined> => {
  const [order] = await db.select().from(orders).where(isOwnOrder(userId, orderId))
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

export const lockOrder = async (tx: Tx, orderId: number): Promise<LockedOrder> => {
  const [order] = await lockingById(tx).execute({ orderId })
  if (!order) throw new Error(`there is no order ${orderId}`)
  return asLocked(order)
}

/** Undefined for another user's order. */
export const lockOwnOrder = async (tx: Tx, userId: number, orderId: number): Promise<LockedOrder | undefined> => {
  const [order] = await tx.select().from(orders).where(isOwnOrder(userId, orderId)).for('update')
  return order && asLocked(order)
}

/** False for an account that is erased or being deleted. Locked behind its order, so that no deletion begins meanwhile. */
export const lockAccountThatStays = async (tx: Tx, userId: number): Promise<boolean> => {
  const isKept = and(eq(users.id, userId), isNull(users.erasedAt))
  const found = await tx.select({ id: users.id }).from(users).where(isKept).for('share')
  return found.length > 0 && (await tx.$count(accountDeletions, eq(accountDeletions.userId, userId))) === 0
}

/** Undefined for an order in another state, and for one that another transaction has locked. */
export const tryLockPaidOrder = async (tx: Tx, orderId: number): Promise<LockedOrder | undefined> => {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.state, 'paid')))
    .for('update', { skipLocked: true })
  return order && asLocked(order)
}

/** The order that a device was bought with and has not been returned to, with the device's share of it. */
export const lockOrderOfDevice = async (tx: Tx, deviceId: number) => {
  const [found] = await tx
    .select({ order: orders, share: orderDevices })
    .from(orderDevices)
    .innerJoin(orders, eq(orders.id, orderDevices.orderId))
    .where(and(eq(orderDevices.deviceId, deviceId), isNull(orderDevices.returnedAt)))
    .for('update', { of: orders })
  return found && { order: asLocked(found.order), share: found.share }
}

const targetOf = (event: OrderEvent): OrderState => {
  const [state] = statesAccepting(orderMachine, event)
  const step = state && nextStep(orderMachine, state, event)
  if (!step?.ok) throw new Error(`no order takes ${event}`)
  return step.state
}

const takes = (event: OrderEvent): SQL => inArray(orders.state, [...statesAccepting(orderMachine, event)])

/** Applies an event where the machine allows it in the order's state; nothing otherwise. */
export const applyEvent = async (
  tx: Tx,
  event: OrderEvent,
  { id }: LockedOrder,
  facts: Partial<OrderRow> = {},
): Promise<LockedOrder | undefined> => {
  const [order] = await tx
    .update(orders)
    .set({ ...facts, state: targetOf(event) })
    .where(and(takes(event), eq(orders.id, id)))
    .returning()
  return order && asLocked(order)
}

/** Ends an order that is being refunded; an order in another state is left as it is. */
export const markRefunded = async (tx: Tx, { id }: LockedOrder, now: Date): Promise<void> => {
  await tx
    .update(orders)
    .set({ endedAt: now, state: targetOf('refund') })
    .where(and(takes('refund'), eq(orders.id, id), eq(orders.state, 'refunding')))
}

/** Undefined for another user's order, and for one that is not pending. */
export const cancelPendingOrder = async (
  tx: Tx,
  userId: number,
  orderId: number,
  now: Date,
): Promise<LockedOrder | undefined> => {
  const [order] = await tx
    .update(orders)
    .set({ endedAt: now, state: targetOf('cancel') })
    .where(and(takes('cancel'), isOwnOrder(userId, orderId)))
    .returning()
  return order && asLocked(order)
}

const isOverdue = (now: Date): SQL | undefined => and(eq(orders.state, 'pending'), lte(orders.expiresAt, now))

export type OverdueOrder = Pick<OrderRow, 'id' | 'expiresAt'>

/** Unpaid orders past their time, oldest first; those after `last` when it is given. */
export const listOverdueOrders = (db: Db, now: Date, limit: number, last?: OverdueOrder): Promise<OverdueOrder[]> =>
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

/** Undefined for an order that is not overdue, and for one that another transaction has locked: it is paid or ended there. */
export const expireOverdueOrder = async (tx: Tx, orderId: number, now: Date): Promise<LockedOrder | undefined> => {
  const unlocked = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), isOverdue(now)))
    .for('update', { skipLocked: true })
  const [order] = await tx
    .update(orders)
    .set({ endedAt: now, state: targetOf('expire') })
    .where(and(takes('expire'), inArray(orders.id, unlocked)))
    .returning()
  return order && asLocked(order)
}

const paying = prepared((tx) =>
  tx
    .update(orders)
    .set({
      state: targetOf('pay'),
      payMethod: sql`${sql.placeholder('payMethod')}::smallint`,
      paidAt: sql`${sql.placeholder('paidAt')}::timestamptz`,
      endedAt: null,
    })
    .where(and(eq(orders.id, sql.placeholder('orderId')), takes('pay'), isNull(orders.paidAt)))
    .returning()
    .prepare('order-pay'),
)

/** Applies the event `pay`, once in the life of an order; nothing when it was paid before. */
export const applyPayment = async (
  tx: Tx,
  orderId: number,
  payMethod: PayMethod,
  paidAt: Date,
): Promise<LockedOrder | undefined> => {
  const [order] = await paying(tx).execute({ orderId, payMethod, paidAt })
  return order && asLocked(order)
}

/** Releases stock, seckill items, first prices, renewals and a first recharge that an order holds for its buyer. */
export const releaseReservations = async (tx: Tx, orderId: number): Promise<void> => {
  await releaseStock(tx, orderId)
  await releaseSeckill(tx, orderId)
  await tx.delete(firstPriceClaims).where(eq(firstPriceClaims.orderId, orderId))
  await tx.delete(renewalHolds).where(eq(renewalHolds.orderId, orderId))
  await tx.delete(firstRechargeClaims).where(eq(firstRechargeClaims.orderId, orderId))
}

export const releaseFirstPrices = async (tx: Tx, orderId: number, productIds: readonly number[]): Promise<void> => {
  await tx
    .delete(firstPriceClaims)
    .where(and(eq(firstPriceClaims.orderId, orderId), inArray(firstPriceClaims.productId, [...productIds])))
}

export const listItems = (tx: Tx, orderId: number): Promise<(typeof orderItems.$inferSelect)[]> =>
  tx.select().from(orderItems).where(eq(orderItems.orderId, orderId))

export const listItemConfigurations = (tx: Tx, orderId: number): Promise<{ configId: number; quantity: number }[]> =>
  tx
    .select({ configId: billableProducts.configId, quantity: orderItems.quantity })
    .from(orderItems)
    .innerJoin(billableProducts, eq(billableProducts.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))

/** By product, so that two orders of one buyer lock their counts in the same order. */
const COUNT_PURCHASES = {
  name: 'order-count-purchases',
  text: `insert into product_purchases (user_id, product_id, purchases)
    select $1, product_id, quantity from order_items where order_id = $2 order by product_id
    on conflict (user_id, product_id) do update set purchases = product_purchases.purchases + excluded.purchases`,
}

export const countPurchases = async (tx: Tx, { id, userId }: LockedOrder): Promise<void> => {
  await query(tx, COUNT_PURCHASES, [userId, id])
}

const UNCOUNT_PURCHASES = {
  name: 'order-uncount-purchases',
  text: `with gone as (
      delete from product_purchases where user_id = $1 and product_id = $2 and purchases <= $3
    )
    update product_purchases set purchases = purchases - $3 where user_id = $1 and product_id = $2 and purchases > $3`,
}

/** By product, in the order in which `countPurchases` locks the counts. */
export const uncountPurchases = async (
  tx: Tx,
  { userId }: Pick<OrderRow, 'userId'>,
  quantities: ReadonlyMap<number, number>,
): Promise<void> => {
  for (const [productId, quantity] of [...quantities].toSorted(([a], [b]) => a - b)) {
    await query(tx, UNCOUNT_PURCHASES, [userId, productId, quantity])
  }
}
