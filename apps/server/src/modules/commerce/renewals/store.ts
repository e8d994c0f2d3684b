import type { AutoRenew, RenewFilter } from '@yunji/contract/commerce/renewal/schema'
import { EXPIRING_SOON_MS } from '@yunji/contract/devices/device/rules'
import { and, asc, eq, inArray, lte, ne, not, type SQL, sql } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { autoRenewals } from '../../../tables/renewals.ts'

export type AutoRenewalRow = typeof autoRenewals.$inferSelect

const isOwn = (userId: number): SQL | undefined => and(eq(devices.ownerId, userId), ne(devices.state, 'released'))
const endsSoon = (now: Date): SQL | undefined =>
  and(not(devices.isMetered), lte(devices.expiresAt, later(now, EXPIRING_SOON_MS)))

/** Soonest first; what is metered has no end that anybody waits for. */
export const listOwn = (
  db: Db,
  userId: number,
  now: Date,
  { page, rows, filter }: { page: number; rows: number; filter: RenewFilter },
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
    .where(and(isOwn(userId), filter === 'expiringSoon' ? endsSoon(now) : undefined))
    .orderBy(asc(devices.isMetered), asc(devices.expiresAt), asc(devices.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countOwn = async (db: Db, userId: number, now: Date) => {
  const [counts] = await db
    .select({
      all: sql<number>`count(*)::int`,
      expiringSoon: sql<number>`(count(*) filter (where ${endsSoon(now)}))::int`,
    })
    .from(devices)
    .where(isOwn(userId))
  return counts ?? { all: 0, expiringSoon: 0 }
}

export const findOwn = (db: Db | Tx, userId: number, deviceIds: readonly number[]) =>
  db
    .select()
    .from(devices)
    .where(and(isOwn(userId), inArray(devices.id, [...deviceIds])))
    .orderBy(asc(devices.id))

export const toAutoRenew = (row: AutoRenewalRow | null, goodTime: number | null): AutoRenew | null =>
  row && goodTime !== null
    ? { payMethod: row.payMethod, goodTime, nextTryAt: row.nextTryAt.getTime(), failure: row.failure }
    : null
