import type { GoodsLevel } from '@yunji/contract/commodity/enums'
import type { Goods, ZoneStock } from '@yunji/contract/commodity/goods-schema'
import { termsForQuantity } from '@yunji/contract/commodity/goods-terms'
import { inventoryStatusOf } from '@yunji/contract/commodity/inventory'
import type { GoodsPrice } from '@yunji/contract/commodity/schema'
import { and, eq, inArray } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { billableProducts, goodsConfigurations, goods as goodsTable } from '../../../tables/catalogue.ts'
import type { Purchases, Shelf } from './catalogue-cache.ts'
import { listOffered, type OfferedProduct, priceNow } from './offered-products.ts'
import { pictureOf } from './picture-routes.ts'
import { isOfGoods } from './prices.ts'
import { countGoods, type GoodsRow, listConfigurations, listGoods, listStock } from './store.ts'

export interface CatalogueDeps {
  readonly database: Database
  readonly clock: Clock
}

export type ShopDeps = CatalogueDeps & { readonly shelf: Shelf }

const MONTH_HOURS = 30 * 24
const isMonthly = eq(billableProducts.goodTimeHours, MONTH_HOURS)

interface GoodsQuery {
  readonly page: number
  readonly rows: number
  readonly goodsLevel?: number | undefined
}

export const getGoodsList =
  ({ shelf, database: { db }, clock }: ShopDeps) =>
  async (caller: Caller | null, { page, rows, goodsLevel }: GoodsQuery) => {
    const { purchases, keep } = await shelf.look(caller?.userId ?? null)
    const { total, found } = await keep(`list ${goodsLevel ?? 'all'} ${page} ${rows}`, async () => {
      const condition = goodsLevel === undefined ? undefined : eq(goodsTable.goodsLevel, goodsLevel)
      const [listed, count] = await Promise.all([
        listGoods(db, condition, { limit: rows, offset: (page - 1) * rows }),
        countGoods(db, condition),
      ])
      return { found: await withParts(db, listed), total: count }
    })
    const now = clock.now()
    return pageOf(
      found.map((parts) => toGoods(parts, purchases, now)),
      page,
      rows,
      total,
    )
  }

export const getGoodsDetails =
  ({ shelf, database: { db }, clock }: ShopDeps) =>
  async (caller: Caller | null, goodId: number): Promise<Goods> => {
    const { purchases, keep } = await shelf.look(caller?.userId ?? null)
    const [parts] = await keep(`goods ${goodId}`, async () =>
      withParts(db, await listGoods(db, eq(goodsTable.id, goodId))),
    )
    if (!parts) throw new AppError('GOODS_NOT_EXIST')
    return toGoods(parts, purchases, clock.now())
  }

interface GoodsParts {
  readonly row: GoodsRow
  readonly configurations: Goods['configurations']
  readonly months: readonly OfferedProduct[]
}

const withParts = async (db: Db, rows: readonly GoodsRow[]): Promise<GoodsParts[]> => {
  const ids = rows.map(({ id }) => id)
  const isOfThem = inArray(goodsConfigurations.goodId, ids)
  const [configurations, months] = await Promise.all([
    listConfigurations(db, isOfThem),
    listOffered(db, and(isOfThem, isMonthly)),
  ])
  return rows.map((row) => ({
    row,
    configurations: configurations.filter(({ goodId }) => goodId === row.id),
    months: months.filter(({ goodId }) => goodId === row.id),
  }))
}

const toGoods = ({ row, configurations, months }: GoodsParts, purchases: Purchases, now: Date): Goods => {
  const prices = months.map((month) => priceNow(month, purchases, now).goodPrice)
  return {
    goodId: row.id,
    goodsLevel: row.goodsLevel as GoodsLevel,
    name: row.name,
    picture: pictureOf(row.goodsLevel as GoodsLevel),
    tagline: row.tagline,
    tags: row.tags,
    highlights: [...row.highlights],
    monthFromCents: prices.length > 0 ? Math.min(...prices) : null,
    configurations,
  }
}

interface PriceQuestion {
  readonly goodId: number
  readonly configId?: number | undefined
  readonly quantity?: number | undefined
}

export const getGoodPrice =
  ({ shelf, database: { db }, clock }: ShopDeps) =>
  async (
    caller: Caller | null,
    { goodId, configId, quantity = 1 }: PriceQuestion,
  ): Promise<{ prices: GoodsPrice[] }> => {
    const { purchases, keep } = await shelf.look(caller?.userId ?? null)
    const offered = await keep(`prices ${goodId}`, () => listOffered(db, isOfGoods(goodId)))
    const asked = offered.filter(({ product }) => configId === undefined || product.configId === configId)
    if (asked.length === 0) throw new AppError('GOODS_NOT_EXIST')
    const now = clock.now()
    const prices = asked.map((each) => priceNow(each, purchases, now))
    return { prices: prices.map((price) => ({ ...price, ...termsForQuantity(price, quantity) })) }
  }

export const getZoneStock =
  ({ database: { db } }: CatalogueDeps) =>
  async (configId: number): Promise<{ zones: ZoneStock[] }> => {
    const rows = await listStock(db, configId)
    if (rows.length === 0) throw new AppError('GOODS_NOT_EXIST')
    return {
      zones: rows.map(({ zoneId, name, stock: { capacity, reserved, rented } }) => ({
        zoneId,
        name,
        inventoryStatus: inventoryStatusOf(capacity - reserved - rented, capacity),
      })),
    }
  }
