import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { stockWaits } from '../../../tables/alerts.ts'
import { goodsConfigurations } from '../../../tables/catalogue.ts'
import { zones } from '../../../tables/devices.ts'

export interface Wanted {
  readonly configId: number
  /** Any zone when absent. */
  readonly zoneId?: number | undefined
  /** A free trial phone instead of one to buy. */
  readonly isForTrial?: boolean | undefined
}

/** Held until the transaction ends, so that concurrent calls count each other. */
export const lockWaits = (tx: Tx, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('stock waits', ${userId}::bigint))`)

const isOf = (userId: number, { configId, zoneId, isForTrial = false }: Wanted) =>
  and(
    eq(stockWaits.userId, userId),
    eq(stockWaits.configId, configId),
    zoneId === undefined ? isNull(stockWaits.zoneId) : eq(stockWaits.zoneId, zoneId),
    eq(stockWaits.isForTrial, isForTrial),
  )

export const hasGoods = async (tx: Tx, { configId, zoneId }: Wanted): Promise<boolean> => {
  const configs = await tx.$count(goodsConfigurations, eq(goodsConfigurations.id, configId))
  const places = zoneId === undefined ? 1 : await tx.$count(zones, eq(zones.id, zoneId))
  return configs > 0 && places > 0
}

export const countWaits = (tx: Tx, userId: number): Promise<number> =>
  tx.$count(stockWaits, eq(stockWaits.userId, userId))

/** Asking again keeps the row and lengthens it. */
export const upsertWait = async (tx: Tx, userId: number, wanted: Wanted, createdAt: Date, expiresAt: Date) => {
  const { configId, zoneId = null, isForTrial = false } = wanted
  await tx
    .insert(stockWaits)
    .values({ userId, configId, zoneId, isForTrial, createdAt, expiresAt })
    .onConflictDoUpdate({
      target: [stockWaits.userId, stockWaits.configId, stockWaits.zoneId, stockWaits.isForTrial],
      set: { expiresAt },
    })
}

export const hasWait = async (tx: Tx, userId: number, wanted: Wanted): Promise<boolean> =>
  (await tx.$count(stockWaits, isOf(userId, wanted))) > 0

export const deleteWait = async (tx: Tx, userId: number, wanted: Wanted): Promise<void> => {
  await tx.delete(stockWaits).where(isOf(userId, wanted))
}

export const listWaits = (db: Db | Tx, userId: number) =>
  db
    .select({ configId: stockWaits.configId, zoneId: stockWaits.zoneId, isForTrial: stockWaits.isForTrial })
    .from(stockWaits)
    .where(eq(stockWaits.userId, userId))
    .orderBy(asc(stockWaits.id))

export const deleteExpiredWaits = async (db: Db, now: Date): Promise<void> => {
  await db.delete(stockWaits).where(lte(stockWaits.expiresAt, now))
}

export interface StockNews {
  readonly id: number
  readonly userId: number
  readonly configId: number
  readonly zoneId: number | null
  readonly goodId: number
  readonly goodsName: string
  /** Zone in which there is stock; the one that was asked for, or the fullest. */
  readonly zoneName: string
  readonly isForTrial: boolean
}

interface NewsRow extends Record<string, unknown> {
  readonly id: string
  readonly user_id: string
  readonly config_id: string
  readonly zone_id: string | null
  readonly good_id: string
  readonly goods_name: string
  readonly zone_name: string
  readonly is_for_trial: boolean
}

/** Where trials can be claimed now. */
export interface FreeTrials {
  readonly configId: number
  readonly zoneIds: readonly number[]
}

/**
 * Waits whose goods are sold again, oldest first; those for a trial where one is free. Stock rows are read without a lock:
 * no sale waits for this.
 */
export const listStockNews = async (db: Db, free: FreeTrials, limit: number, afterId = 0): Promise<StockNews[]> => {
  const { rows } = await db.execute<NewsRow>(sql`
    select w.id, w.user_id, w.config_id, w.zone_id, g.id as good_id, g.name as goods_name, found.name as zone_name,
      w.is_for_trial
    from stock_waits w
    join goods_configurations c on c.id = w.config_id and c.is_listed
    join goods g on g.id = c.good_id and g.is_listed
    cross join lateral (
      select z.name from zone_stock s join zones z on z.id = s.zone_id
      where z.is_open and s.config_id = w.config_id and (w.zone_id is null or s.zone_id = w.zone_id)
        and s.capacity - s.reserved - s.rented > 0
        and (not w.is_for_trial
          or (s.config_id = ${free.configId} and s.zone_id = any(${sql.param([...free.zoneIds])}::bigint[])))
      order by s.capacity - s.reserved - s.rented desc limit 1
    ) found
    where w.id > ${afterId} order by w.id limit ${limit}`)
  return rows.map((row) => ({
    id: Number(row.id),
    userId: Number(row.user_id),
    configId: Number(row.config_id),
    zoneId: row.zone_id === null ? null : Number(row.zone_id),
    goodId: Number(row.good_id),
    goodsName: row.goods_name,
    zoneName: row.zone_name,
    isForTrial: row.is_for_trial,
  }))
}

/** Ends waits; returns those that were still there and not taken by another process. */
export const takeWaits = async (tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from stock_waits where id in (
      select id from stock_waits where id = any(${sql.param([...ids])}::bigint[]) order by id for update skip locked
    ) returning id`)
  return new Set(rows.map(({ id }) => Number(id)))
}
