import { and, asc, eq, exists, isNull, lte, ne, sql } from 'drizzle-orm'
import { type Db, inChunks, type Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { deviceGroups, devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orderItems, orders } from '../../../tables/orders.ts'
import { renewalHolds } from '../../../tables/renewals.ts'
import { taskParts } from '../../../tables/tasks.ts'

export type ProductRow = typeof billableProducts.$inferSelect
export type DeviceRow = typeof devices.$inferSelect
type NewShare = typeof orderDevices.$inferInsert

export type PaidOrder = Pick<typeof orders.$inferSelect, 'id' | 'paidAt'>

/** Paid orders that are not fulfilled, oldest first; those after `last` when it is given. */
export const listPaidOrders = (
  db: Db,
  paidBefore: Date,
  limit: number,
  last: PaidOrder | undefined,
): Promise<PaidOrder[]> =>
  db
    .select({ id: orders.id, paidAt: orders.paidAt })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'paid'),
        lte(orders.paidAt, paidBefore),
        last && sql`(${orders.paidAt}, ${orders.id}) > (${last.paidAt}::timestamptz, ${last.id}::bigint)`,
      ),
    )
    .orderBy(asc(orders.paidAt), asc(orders.id))
    .limit(limit)

/** Items of an order with their products, by product. */
export const listItems = (tx: Tx, orderId: number) =>
  tx
    .select({ item: orderItems, product: billableProducts, configuration: goodsConfigurations, goods })
    .from(orderItems)
    .innerJoin(billableProducts, eq(billableProducts.id, orderItems.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.productId)

export const countShares = (tx: Tx, orderId: number): Promise<number> =>
  tx.$count(orderDevices, eq(orderDevices.orderId, orderId))

export const insertShare = async (tx: Tx, share: NewShare): Promise<void> => {
  await tx.insert(orderDevices).values(share)
}

export const insertShares = async (tx: Tx, shares: readonly NewShare[]): Promise<void> => {
  await inChunks(shares, (chunk) => tx.insert(orderDevices).values(chunk).returning({ id: orderDevices.deviceId }))
}

export const markShareReturned = async (tx: Tx, orderId: number, deviceId: number, now: Date): Promise<void> => {
  await tx
    .update(orderDevices)
    .set({ returnedAt: now })
    .where(and(eq(orderDevices.orderId, orderId), eq(orderDevices.deviceId, deviceId)))
}

/**
 * Locks the devices of an order that were not returned, by zone and configuration: their stock rows are locked in this order
 * later. `isWorkedOn`: a task part of the device is open.
 */
export const lockDevicesOfOrder = (tx: Tx, orderId: number) =>
  tx
    .select({
      device: devices,
      share: orderDevices,
      isWorkedOn: exists(
        tx
          .select({ id: taskParts.id })
          .from(taskParts)
          .where(and(eq(taskParts.deviceId, devices.id), isNull(taskParts.endedAt))),
      ).mapWith(Boolean),
    })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(and(eq(orderDevices.orderId, orderId), isNull(orderDevices.returnedAt)))
    .orderBy(asc(devices.zoneId), asc(devices.configId), asc(devices.id))
    .for('update', { of: devices })

export const insertDevices = (tx: Tx, rows: readonly (typeof devices.$inferInsert)[]): Promise<DeviceRow[]> =>
  inChunks(rows, (chunk) => tx.insert(devices).values(chunk).returning())

export const updateDevice = async (
  tx: Tx,
  deviceId: number,
  changed: Partial<typeof devices.$inferInsert>,
): Promise<void> => {
  await tx.update(devices).set(changed).where(eq(devices.id, deviceId))
}

/** Names of an owner's devices that are not released. */
export const listDeviceNames = async (tx: Tx, ownerId: number): Promise<string[]> => {
  const rows = await tx
    .select({ name: devices.name })
    .from(devices)
    .where(and(eq(devices.ownerId, ownerId), ne(devices.state, 'released')))
  return rows.map(({ name }) => name)
}

/** The wanted group of a user; the default group when that was removed or none is wanted. */
export const findGroup = async (tx: Tx, userId: number, wanted: number | undefined): Promise<number> => {
  const [group] = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(
      and(eq(deviceGroups.userId, userId), sql`(${deviceGroups.isDefault} or ${deviceGroups.id} = ${wanted ?? 0})`),
    )
    .orderBy(sql`${deviceGroups.id} = ${wanted ?? 0} desc`)
    .limit(1)
  return group?.id ?? 0
}

export const deleteRenewalHolds = async (tx: Tx, orderId: number): Promise<void> => {
  await tx.delete(renewalHolds).where(eq(renewalHolds.orderId, orderId))
}
