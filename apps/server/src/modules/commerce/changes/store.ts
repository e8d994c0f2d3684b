import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import { and, asc, eq, exists, inArray, isNotNull, isNull, max, ne, not, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { devices, zones } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orderItems, orders } from '../../../tables/orders.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { taskParts } from '../../../tables/tasks.ts'

type Configuration = typeof goodsConfigurations.$inferSelect
export type ChangeRow = typeof deviceChanges.$inferSelect

/** A device with the configuration and the goods that it is rented as. */
export interface OwnDevice {
  readonly device: typeof devices.$inferSelect
  readonly zoneName: string
  readonly configuration: Configuration | null
  readonly good: typeof goods.$inferSelect | null
}

/** Undefined for another user's device and for a released one. */
export const findOwnDevice = async (db: Db | Tx, userId: number, deviceId: number): Promise<OwnDevice | undefined> => {
  const [found] = await db
    .select({ device: devices, zoneName: zones.name, configuration: goodsConfigurations, good: goods })
    .from(devices)
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .leftJoin(goodsConfigurations, eq(goodsConfigurations.id, devices.configId))
    .leftJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(and(eq(devices.id, deviceId), eq(devices.ownerId, userId), ne(devices.state, 'released')))
  return found
}

/** Pending or paid orders of these kinds that name one of the devices. */
export const countOpenOrders = (
  tx: Tx,
  userId: number,
  deviceIds: readonly number[],
  kinds: readonly OrderKind[],
): Promise<number> =>
  tx.$count(
    orders,
    and(
      eq(orders.userId, userId),
      inArray(orders.state, ['pending', 'paid']),
      inArray(orders.kind, [...kinds]),
      sql`exists (
        select from jsonb_array_elements_text(${orders.purchase} -> 'deviceIds') named
        where named::bigint = any(${sql.param([...deviceIds])}::bigint[])
      )`,
    ),
  )

/** A device keeps its Android version and its supplier, so that its data stays; the video edition is that of its own goods. */
const isTargetOf = ({ id, goodId, version, supplierType }: Configuration): SQL | undefined =>
  and(
    goods.isListed,
    goodsConfigurations.isListed,
    ne(goodsConfigurations.id, id),
    eq(goodsConfigurations.version, version),
    eq(goodsConfigurations.supplierType, supplierType),
    not(and(goodsConfigurations.isVideoEdition, ne(goodsConfigurations.goodId, goodId)) as SQL),
  )

/** Configurations that a device can change to, with their stock in its zone. */
export const listTargets = (db: Db | Tx, from: Configuration, zoneId: number) =>
  db
    .select({ configuration: goodsConfigurations, good: goods, stock: zoneStock })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .leftJoin(zoneStock, and(eq(zoneStock.configId, goodsConfigurations.id), eq(zoneStock.zoneId, zoneId)))
    .where(isTargetOf(from))
    .orderBy(asc(goods.position), asc(goods.id), asc(goodsConfigurations.position), asc(goodsConfigurations.id))

/** States in which its owner cannot use a device. */
const ABSENT = ['creating', 'expired', 'released', 'faulty'] as const

export const listMeteredDevices = (db: Db | Tx, userId: number) =>
  db
    .select({
      device: devices,
      configuration: goodsConfigurations,
      good: goods,
      zoneName: zones.name,
      hourCents: billableProducts.priceCents,
    })
    .from(devices)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, devices.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .innerJoin(billableProducts, eq(billableProducts.id, devices.productId))
    .where(and(eq(devices.ownerId, userId), devices.isMetered, not(inArray(devices.state, [...ABSENT]))))
    .orderBy(asc(devices.id))

export const insertChange = async (
  tx: Tx,
  change: typeof deviceChanges.$inferInsert,
): Promise<{ readonly id: number } | undefined> => {
  const [inserted] = await tx.insert(deviceChanges).values(change).returning({ id: deviceChanges.id })
  return inserted
}

export const setChangeTask = async (tx: Tx, changeId: number, taskId: number): Promise<void> => {
  await tx.update(deviceChanges).set({ taskId }).where(eq(deviceChanges.id, changeId))
}

export const hasChangeOfOrder = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.$count(deviceChanges, eq(deviceChanges.orderId, orderId))) > 0

export const findItem = async (tx: Tx, orderId: number): Promise<typeof orderItems.$inferSelect | undefined> => {
  const [item] = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  return item
}

/** Ends the running change of a device; nothing when it has none. */
export const markChangeEnded = async (tx: Tx, deviceId: number, now: Date): Promise<ChangeRow | undefined> => {
  const [change] = await tx
    .update(deviceChanges)
    .set({ endedAt: now })
    .where(and(eq(deviceChanges.deviceId, deviceId), isNull(deviceChanges.endedAt)))
    .returning()
  return change
}

export const findConfiguration = async (tx: Tx, configId: number) => {
  const [found] = await tx
    .select({ configuration: goodsConfigurations, goodsLevel: goods.goodsLevel })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(goodsConfigurations.id, configId))
  return found
}

export const setChangeStart = async (tx: Tx, changeId: number, startsAt: Date): Promise<void> => {
  await tx.update(deviceChanges).set({ startsAt }).where(eq(deviceChanges.id, changeId))
}

export const updateDevice = async (
  tx: Tx,
  deviceId: number,
  changed: Partial<typeof devices.$inferInsert>,
): Promise<void> => {
  await tx.update(devices).set(changed).where(eq(devices.id, deviceId))
}

export const findProduct = async (
  tx: Tx,
  productId: number,
): Promise<typeof billableProducts.$inferSelect | undefined> => {
  const [product] = await tx.select().from(billableProducts).where(eq(billableProducts.id, productId))
  return product
}

export const deleteAutoRenewal = async (tx: Tx, deviceId: number): Promise<void> => {
  await tx.delete(autoRenewals).where(eq(autoRenewals.deviceId, deviceId))
}

export const updateAutoRenewal = async (
  tx: Tx,
  deviceId: number,
  terms: Pick<typeof autoRenewals.$inferSelect, 'productId' | 'nextTryAt'>,
): Promise<void> => {
  await tx
    .update(autoRenewals)
    .set({ ...terms, failure: '' })
    .where(eq(autoRenewals.deviceId, deviceId))
}

export const insertShare = async (tx: Tx, share: typeof orderDevices.$inferInsert): Promise<void> => {
  await tx.insert(orderDevices).values(share)
}

/** Without a task part that is still open. A device that is still changing leaves that state by its own deadline first. */
const isLost = (db: Db | Tx) =>
  and(
    isNull(deviceChanges.endedAt),
    ne(devices.state, 'changingConfiguration'),
    not(
      exists(
        db
          .select({ id: taskParts.id })
          .from(taskParts)
          .where(and(eq(taskParts.deviceId, deviceChanges.deviceId), isNull(taskParts.endedAt))),
      ),
    ),
  )

export type LostChange = Pick<ChangeRow, 'id' | 'deviceId'>

/** Running changes that no task works on any more, oldest first. */
export const listLostChanges = (db: Db, afterId: number, limit: number): Promise<LostChange[]> =>
  db
    .select({ id: deviceChanges.id, deviceId: deviceChanges.deviceId })
    .from(deviceChanges)
    .innerJoin(devices, eq(devices.id, deviceChanges.deviceId))
    .where(and(isLost(db), sql`${deviceChanges.id} > ${afterId}`))
    .orderBy(asc(deviceChanges.id))
    .limit(limit)

export const findLostChange = async (tx: Tx, changeId: number) => {
  const [change] = await tx
    .select({ taskId: deviceChanges.taskId, orderId: deviceChanges.orderId })
    .from(deviceChanges)
    .innerJoin(devices, eq(devices.id, deviceChanges.deviceId))
    .where(and(isLost(tx), eq(deviceChanges.id, changeId)))
  return change
}

export const findTaskPartState = async (tx: Tx, taskId: number, deviceId: number) => {
  const [part] = await tx
    .select({ state: taskParts.state })
    .from(taskParts)
    .where(and(eq(taskParts.taskId, taskId), eq(taskParts.deviceId, deviceId)))
  return part?.state
}

/** Time bought for a device, and the amount paid for it. */
export interface ValueShare {
  readonly paidCents: number
  readonly boughtSeconds: number
  readonly startsAt: Date | null
}

const isCountedShare = (deviceId: number) =>
  and(eq(orderDevices.deviceId, deviceId), isNull(orderDevices.returnedAt), isNull(orderDevices.carriedAt))

const isCountedChange = (deviceId: number) =>
  and(eq(deviceChanges.deviceId, deviceId), isNotNull(deviceChanges.startsAt), isNull(deviceChanges.carriedAt))

/** Purchases and finished changes of a device that were neither refunded nor carried into a later change. */
export const listValueShares = async (db: Db | Tx, deviceId: number): Promise<ValueShare[]> => {
  const bought: ValueShare[] = await db.select().from(orderDevices).where(isCountedShare(deviceId))
  const changed: ValueShare[] = await db
    .select({
      paidCents: sql`${deviceChanges.valueCents} + ${deviceChanges.paidCents}`.mapWith(Number),
      boughtSeconds: deviceChanges.boughtSeconds,
      startsAt: deviceChanges.startsAt,
    })
    .from(deviceChanges)
    .where(isCountedChange(deviceId))
  return [...bought, ...changed]
}

/** End of the last successful change; nothing when there was none. */
export const findLastChangedAt = async (db: Db | Tx, deviceId: number): Promise<Date | undefined> => {
  const [last] = await db
    .select({ endedAt: max(deviceChanges.endedAt) })
    .from(deviceChanges)
    .where(and(eq(deviceChanges.deviceId, deviceId), isNotNull(deviceChanges.startsAt)))
  return last?.endedAt ?? undefined
}

/** Marks everything bought for a device so far as carried: it has no value of its own from now on. */
export const carryRemainingValue = async (tx: Tx, deviceId: number, now: Date): Promise<void> => {
  await tx.update(orderDevices).set({ carriedAt: now }).where(isCountedShare(deviceId))
  await tx.update(deviceChanges).set({ carriedAt: now }).where(isCountedChange(deviceId))
}
