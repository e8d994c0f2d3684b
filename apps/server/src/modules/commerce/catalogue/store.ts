import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { GoodsConfiguration } from '@yunji/contract/commerce/commodity/schema'
import { and, asc, eq, inArray, not } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { zones } from '../../../tables/devices.ts'

export type GoodsRow = typeof goods.$inferSelect

interface Page {
  readonly limit: number
  readonly offset: number
}

interface GoodsFilter {
  readonly goodId?: number | undefined
  readonly goodsLevel?: number | undefined
}

const isListedGoods = ({ goodId, goodsLevel }: GoodsFilter) =>
  and(
    goods.isListed,
    goodId === undefined ? undefined : eq(goods.id, goodId),
    goodsLevel === undefined ? undefined : eq(goods.goodsLevel, goodsLevel),
  )

export const listGoods = (db: Db, filter: GoodsFilter, { limit, offset }: Page): Promise<GoodsRow[]> =>
  db
    .select()
    .from(goods)
    .where(isListedGoods(filter))
    .orderBy(asc(goods.position), asc(goods.id))
    .limit(limit)
    .offset(offset)

export const countGoods = (db: Db, filter: GoodsFilter): Promise<number> => db.$count(goods, isListedGoods(filter))

export const listConfigurations = async (
  db: Db,
  goodIds: readonly number[],
): Promise<(GoodsConfiguration & { readonly goodId: number })[]> => {
  const rows = await db
    .select()
    .from(goodsConfigurations)
    .where(and(goodsConfigurations.isListed, inArray(goodsConfigurations.goodId, [...goodIds])))
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

/** A billable product with the goods and the configuration that it is a duration of. */
export interface ListedProduct {
  readonly id: number
  readonly goodId: number
  readonly goodsName: string
  readonly goodsLevel: GoodsLevel
  readonly configuration: GoodsConfiguration
  /** Hours. */
  readonly goodTime: number
  /** Regular price, without an activity or first-purchase terms. */
  readonly priceCents: number
  readonly isVideoEdition: boolean
}

/** Prepaid products on sale, by id; metered products are left out. Prices of locked ones stay until the transaction ends. */
export const findListedProducts = async (
  db: Db | Tx,
  ids: readonly number[],
  isLocked = false,
): Promise<ReadonlyMap<number, ListedProduct>> => {
  const found = db
    .select({ product: billableProducts, configuration: goodsConfigurations, good: goods })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        goods.isListed,
        goodsConfigurations.isListed,
        billableProducts.isListed,
        not(billableProducts.isMetered),
        inArray(billableProducts.id, [...ids]),
      ),
    )
    .orderBy(asc(billableProducts.id))
  const rows = await (isLocked ? found.for('share', { of: billableProducts }) : found)
  return new Map(
    rows.map(({ product, configuration, good }) => [
      product.id,
      {
        id: product.id,
        goodId: good.id,
        goodsName: good.name,
        goodsLevel: good.goodsLevel as GoodsLevel,
        configuration: toConfiguration(configuration),
        goodTime: product.goodTimeHours,
        priceCents: product.priceCents,
        isVideoEdition: configuration.isVideoEdition,
      },
    ]),
  )
}

export const listStock = (db: Db, configId: number) =>
  db
    .select({ zoneId: zones.id, name: zones.name, isOpen: zones.isOpen, stock: zoneStock })
    .from(zoneStock)
    .innerJoin(zones, eq(zones.id, zoneStock.zoneId))
    .where(eq(zoneStock.configId, configId))
    .orderBy(asc(zones.position), asc(zones.id))

/** How many of each product a buyer has bought, by product. */
export type Purchases = ReadonlyMap<number, number>

export interface CatalogueSnapshot {
  readonly version: string
  readonly purchases: Purchases
}

const READ_VERSION = {
  name: 'catalogue-version',
  text: `select requested.position::int as position, v.version,
      (select jsonb_object_agg(product_id, purchases) from product_purchases where user_id = requested.user_id) as purchases
    from unnest($1::bigint[]) with ordinality as requested (user_id, position) cross join catalogue_version v`,
}

/** The catalogue's version with the purchases of each user, in the order of the users. */
export const readSnapshots = async (pool: Pool, userIds: readonly number[]): Promise<CatalogueSnapshot[]> => {
  const { rows } = await pool.query<{ position: number; version: string; purchases: Record<string, number> | null }>({
    ...READ_VERSION,
    values: [userIds],
  })
  const snapshots: CatalogueSnapshot[] = []
  for (const { position, version, purchases } of rows) {
    snapshots[position - 1] = { version, purchases: toPurchases(purchases) }
  }
  return snapshots
}

const toPurchases = (counts: Record<string, number> | null): Purchases =>
  new Map(Object.entries(counts ?? {}).map(([productId, purchases]) => [Number(productId), purchases]))
