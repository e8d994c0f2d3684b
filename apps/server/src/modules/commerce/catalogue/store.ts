import type { GoodsConfiguration } from '@yunji/contract/commerce/commodity/schema'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { zones } from '../../../tables/devices.ts'

export type GoodsRow = typeof goods.$inferSelect

interface Page {
  readonly limit: number
  readonly offset: number
}

export const listGoods = (
  db: Db,
  condition?: SQL,
  { limit, offset }: Page = { limit: 1, offset: 0 },
): Promise<GoodsRow[]> =>
  db
    .select()
    .from(goods)
    .where(and(goods.isListed, condition))
    .orderBy(asc(goods.position), asc(goods.id))
    .limit(limit)
    .offset(offset)

export const countGoods = (db: Db, condition?: SQL): Promise<number> => db.$count(goods, and(goods.isListed, condition))

export const listConfigurations = async (
  db: Db,
  condition?: SQL,
): Promise<(GoodsConfiguration & { readonly goodId: number })[]> => {
  const rows = await db
    .select()
    .from(goodsConfigurations)
    .where(and(goodsConfigurations.isListed, condition))
    .orderBy(asc(goodsConfigurations.position), asc(goodsConfigurations.id))
  return rows.map((row) => ({ ...toConfiguration(row), goodId: row.goodId }))
}

/** A configuration as a customer sees it. */
export const toConfiguration = (row: typeof goodsConfigurations.$inferSelect): GoodsConfiguration => ({
  configId: row.id,
  cpuCores: row.cpuCores,
  memoryGb: row.memoryGb,
  storageGb: row.storageGb,
  version: row.version,
  imageTypes: row.imageTypes as GoodsConfiguration['imageTypes'],
  isVideoEdition: row.isVideoEdition,
})

export const listStock = (db: Db, configId: number) =>
  db
    .select({ zoneId: zones.id, name: zones.name, stock: zoneStock })
    .from(zoneStock)
    .innerJoin(zones, eq(zones.id, zoneStock.zoneId))
    .where(eq(zoneStock.configId, configId))
    .orderBy(asc(zones.id))
