import type { GoodsConfiguration } from '@yunji/contract/commodity/goods-schema'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { goods, goodsConfigurations, zoneStock } from '../../tables/catalogue.ts'
import { zones } from '../../tables/devices.ts'

export type GoodsRow = typeof goods.$inferSelect

export const listGoods = (db: Db, condition?: SQL): Promise<GoodsRow[]> =>
  db.select().from(goods).where(and(goods.isListed, condition)).orderBy(asc(goods.position), asc(goods.id))

export const listConfigurations = async (
  db: Db,
  condition?: SQL,
): Promise<(GoodsConfiguration & { readonly goodId: number })[]> => {
  const rows = await db
    .select()
    .from(goodsConfigurations)
    .where(and(goodsConfigurations.isListed, condition))
    .orderBy(asc(goodsConfigurations.position), asc(goodsConfigurations.id))
  return rows.map(({ id, imageTypes, ...configuration }) => ({
    ...configuration,
    configId: id,
    imageTypes: imageTypes as GoodsConfiguration['imageTypes'],
  }))
}

export const listStock = (db: Db, configId: number) =>
  db
    .select({ zoneId: zones.id, name: zones.name, stock: zoneStock })
    .from(zoneStock)
    .innerJoin(zones, eq(zones.id, zoneStock.zoneId))
    .where(eq(zoneStock.configId, configId))
    .orderBy(asc(zones.id))
