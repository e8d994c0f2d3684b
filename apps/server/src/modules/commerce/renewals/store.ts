import type { AutoRenew, RenewFilter } from '@yunji/contract/commerce/renewal/schema'
import { EXPIRING_SOON_MS } from '@yunji/contract/devices/device/rules'
import { and, asc, eq, inArray, isNotNull, lte, ne, not, notExists, type SQL, sql } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'
import { autoRenewals, renewalHolds } from '../../../tables/renewals.ts'

export type AutoRenewalRow = typeof autoRenewals.$inferSelect
export type DeviceRow = typeof devices.$inferSelect

const isOwn = (userId: number): SQL | undefined => and(eq(devices.ownerId, userId), ne(devices.state, 'released'))
const endsSoon = (now: Date): SQL | undefined =>
  and(not(devices.isMetered), not(devices.isTrial), lte(devices.expiresAt, later(now, EXPIRING_SOON_MS)))

/** One page of a user's devices, those first that end first; metered ones, which have no end, last. */
export const listRenewableDevices = (
  db: Db,
  userId: number,
  now: Date,
  { page, rows, filter, ids }: { page: number; rows: number; filter: RenewFilter; ids?: readonly number[] | undefined },
) =>
  db
    .select({
      device: devices,
      goodsName: goods.name,
      configuration: goodsConfigurations,
      auto: autoRenewals,
      autoHours: billableProducts.goodTimeHours,
    })
    .from(devices)
    .leftJoin(goodsConfigurations, eq(goodsConfigurations.id, devices.configId))
    .leftJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .leftJoin(autoRenewals, eq(autoRenewals.deviceId, devices.id))
    .leftJoin(billableProducts, eq(billableProducts.id, autoRenewals.productId))
    .where(
      and(isOwn(userId), filter === 'expiringSoon' ? endsSoon(now) : undefined, ids && inArray(devices.id, [...ids])),
    )
    .orderBy(asc(devices.isMetered), asc(devices.expiresAt), asc(devices.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countRenewableDevices = async (db: Db, userId: number, now: Date) => {
  const [counts] = await db
    .select({
      all: sql<number>`(select coalesce(sum(c.change), 0)::int from device_counts c where c.owner_id = ${userId})`,
      expiringSoon: sql<number>`count(*)::int`,
    })
    .from(devices)
    .where(and(isOwn(userId), endsSoon(now)))
  return counts ?? { all: 0, expiringSoon: 0 }
}

export const findOwnDevices = (db: Db | Tx, userId: number, deviceIds: readonly number[]) =>
  db
    .select()
    .from(devices)
    .where(and(isOwn(userId), inArray(devices.id, [...deviceIds])))
    .orderBy(asc(devices.id))

export type DueRenewal = Pick<AutoRenewalRow, 'deviceId' | 'nextTryAt'>

/** Due automatic renewals of accounts that are not frozen, oldest first; those after `last` when it is given. */
export const listDueRenewals = (
  db: Db,
  now: Date,
  limit: number,
  last: DueRenewal | undefined,
): Promise<DueRenewal[]> =>
  db
    .select({ deviceId: autoRenewals.deviceId, nextTryAt: autoRenewals.nextTryAt })
    .from(autoRenewals)
    .where(
      and(
        lte(autoRenewals.nextTryAt, now),
        notExists(
          db
            .select({ one: sql`1` })
            .from(users)
            .where(and(eq(users.id, autoRenewals.userId), isNotNull(users.frozenAt))),
        ),
        last &&
          sql`(${autoRenewals.nextTryAt}, ${autoRenewals.deviceId}) > (${last.nextTryAt}::timestamptz, ${last.deviceId}::bigint)`,
      ),
    )
    .orderBy(asc(autoRenewals.nextTryAt), asc(autoRenewals.deviceId))
    .limit(limit)

/** Undefined for a device that another transaction has locked. */
export const tryLockDevice = async (tx: Tx, deviceId: number): Promise<DeviceRow | undefined> => {
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId)).for('update', { skipLocked: true })
  return device
}

export const findDevice = async (tx: Tx, deviceId: number): Promise<DeviceRow | undefined> => {
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId))
  return device
}

export const lockDueRenewal = async (tx: Tx, deviceId: number, now: Date): Promise<AutoRenewalRow | undefined> => {
  const isDue = and(eq(autoRenewals.deviceId, deviceId), lte(autoRenewals.nextTryAt, now))
  const [auto] = await tx.select().from(autoRenewals).where(isDue).for('update')
  return auto
}

export const deleteAutoRenewal = async (tx: Tx, deviceId: number): Promise<void> => {
  await tx.delete(autoRenewals).where(eq(autoRenewals.deviceId, deviceId))
}

export const deleteOwnAutoRenewals = async (tx: Tx, userId: number, deviceIds: readonly number[]): Promise<void> => {
  await tx
    .delete(autoRenewals)
    .where(and(inArray(autoRenewals.deviceId, [...deviceIds]), eq(autoRenewals.userId, userId)))
}

export const upsertAutoRenewal = async (
  tx: Tx,
  { deviceId, createdAt, ...terms }: typeof autoRenewals.$inferInsert,
): Promise<AutoRenewalRow | null> => {
  const [row = null] = await tx
    .insert(autoRenewals)
    .values({ deviceId, createdAt, ...terms })
    .onConflictDoUpdate({ target: autoRenewals.deviceId, set: terms })
    .returning()
  return row
}

/** Whether an unpaid order of the owner renews the device. */
export const isBeingRenewed = async (tx: Tx, deviceId: number): Promise<boolean> =>
  (await tx.$count(renewalHolds, eq(renewalHolds.deviceId, deviceId))) > 0

export const scheduleRetry = async (tx: Tx, deviceId: number, nextTryAt: Date, failure?: string): Promise<void> => {
  await tx
    .update(autoRenewals)
    .set({ nextTryAt, ...(failure !== undefined && { failure }) })
    .where(eq(autoRenewals.deviceId, deviceId))
}

export const toAutoRenew = (row: AutoRenewalRow | null, goodTime: number | null): AutoRenew | null =>
  row && goodTime !== null
    ? { payMethod: row.payMethod, goodTime, nextTryAt: row.nextTryAt.getTime(), failure: row.failure }
    : null
