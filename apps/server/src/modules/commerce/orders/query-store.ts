import type { OrderState } from '@yunji/contract/commerce/order/machine'
import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { devices, zones } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { ledgerEntries } from '../../../tables/ledger.ts'
import { orderItems, orders } from '../../../tables/orders.ts'
import { refunds } from '../../../tables/payments.ts'
import { taskParts, tasks } from '../../../tables/tasks.ts'
import type { OrderRow } from './store.ts'

/** One page of a user's orders, newest first, and the number of all of them. */
export const listOrders = (
  db: Db,
  userId: number,
  { states, page, rows }: { states: readonly OrderState[] | undefined; page: number; rows: number },
): Promise<[OrderRow[], number]> => {
  const isListed = and(eq(orders.userId, userId), states && inArray(orders.state, [...states]))
  return Promise.all([
    db
      .select()
      .from(orders)
      .where(isListed)
      .orderBy(desc(orders.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(orders, isListed),
  ])
}

/** Whether the buyer has paid an earlier order of these kinds that was not refunded. */
export const hasEarlierPurchase = async (
  db: Db,
  { id, userId }: OrderRow,
  kinds: readonly OrderRow['kind'][],
): Promise<boolean> => {
  const [earlier] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        lt(orders.id, id),
        inArray(orders.kind, [...kinds]),
        inArray(orders.state, ['paid', 'fulfilled']),
      ),
    )
    .limit(1)
  return earlier !== undefined
}

export const listOrderItems = (db: Db, orderIds: readonly number[]) =>
  db
    .select({ orderId: orderItems.orderId, productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.orderId), asc(orderItems.productId))

/** Products with their goods, also those that are sold no more. */
export const listProductGoods = (db: Db, productIds: readonly number[]) =>
  db
    .select({
      productId: billableProducts.id,
      goodTime: billableProducts.goodTimeHours,
      isMetered: billableProducts.isMetered,
      configId: billableProducts.configId,
      goodId: goods.id,
      goodsName: goods.name,
      goodsLevel: goods.goodsLevel,
    })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(inArray(billableProducts.id, [...productIds]))

export const listZones = (db: Db, zoneIds: readonly number[]) =>
  db
    .select({ zoneId: zones.id, zoneName: zones.name })
    .from(zones)
    .where(inArray(zones.id, [...zoneIds]))

export const listZonesOfDevices = (db: Db, deviceIds: readonly number[]) =>
  db
    .select({ deviceId: devices.id, zoneId: zones.id, zoneName: zones.name })
    .from(devices)
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .where(inArray(devices.id, [...deviceIds]))

/** Devices of an order, returned ones too, each with its share of the order. */
export const listDevices = (db: Db, orderId: number) =>
  db
    .select({ device: devices, share: orderDevices })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(eq(orderDevices.orderId, orderId))
    .orderBy(asc(devices.id))

/** The first task since then that works on one of the devices; null when there is none. */
export const findFirstTask = async (db: Db, deviceIds: readonly number[], since: Date): Promise<number | null> => {
  const [task] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(taskParts, eq(taskParts.taskId, tasks.id))
    .where(and(inArray(taskParts.deviceId, [...deviceIds]), gte(tasks.createdAt, since)))
    .orderBy(asc(tasks.id))
    .limit(1)
  return task?.id ?? null
}

const isRefundOf = (orderId: number) => and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.reason, 'orderRefund'))
const isOpenRefundOf = (orderId: number) => and(eq(refunds.orderId, orderId), ne(refunds.state, 'refunded'))

/** Ledger entries of the money that has gone back to the buyer. */
export const listRefundEntries = (db: Db, orderId: number) =>
  db.select().from(ledgerEntries).where(isRefundOf(orderId)).orderBy(asc(ledgerEntries.id))

/** Refunds that the provider has not completed. */
export const listOpenRefunds = (db: Db, orderId: number) =>
  db.select().from(refunds).where(isOpenRefundOf(orderId)).orderBy(asc(refunds.id))

export const countOpenRefunds = (tx: Tx, orderId: number): Promise<number> =>
  tx.$count(refunds, isOpenRefundOf(orderId))

export const sumRefundedCents = async (tx: Tx, orderId: number): Promise<number> => {
  const [row] = await tx
    .select({ cents: sql`coalesce(sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .where(isRefundOf(orderId))
  return row?.cents ?? 0
}

/** Devices of an order that are still being created, and those that were not returned. */
export const countDevices = async (tx: Tx, orderId: number): Promise<{ creating: number; remaining: number }> => {
  const [row] = await tx
    .select({
      creating: sql`count(*) filter (where ${devices.state} = 'creating')`.mapWith(Number),
      remaining: sql`count(*) filter (where ${isNull(orderDevices.returnedAt)})`.mapWith(Number),
    })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(eq(orderDevices.orderId, orderId))
  return row ?? { creating: 0, remaining: 0 }
}

export const countRemainingDevices = (tx: Tx, orderId: number): Promise<number> =>
  tx.$count(orderDevices, and(eq(orderDevices.orderId, orderId), isNull(orderDevices.returnedAt)))
