import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { Goods, GoodsPrice, ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import { inventoryStatusOf, termsForQuantity } from '@yunji/contract/commerce/commodity/terms'
import { goodsPicturePath } from '@yunji/contract/wire/served-routes'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { CatalogueCache } from './catalogue-cache.ts'
import { currentPrice, type OfferedProduct } from './price.ts'
import { listOfferedProducts } from './price-store.ts'
import { countGoods, type GoodsRow, listConfigurations, listGoods, listStock, type Purchases } from './store.ts'

export interface CatalogueDeps {
  readonly database: Database
  readonly clock: Clock
}

export type GoodsDeps = CatalogueDeps & { readonly cache: CatalogueCache }

const MONTH_HOURS = 30 * 24

interface GoodsQuery {
  readonly page: number
  readonly rows: number
  readonly goodsLevel?: number | undefined
}

export const getGoodsList =
  ({ cache, database: { db }, clock }: GoodsDeps) =>
  async (caller: Caller | null, { page, rows, goodsLevel }: GoodsQuery) => {
    const { purchases, cached } = await cache.read(caller?.userId ?? null)
    const { total, found } = await cached(`list ${goodsLevel ?? 'all'} ${page} ${rows}`, async () => {
      const [listed, count] = await Promise.all([
        listGoods(db, { goodsLevel }, { limit: rows, offset: (page - 1) * rows }),
        countGoods(db, { goodsLevel }),
      ])
      return { found: await readParts(db, listed), total: count }
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
  ({ cache, database: { db }, clock }: GoodsDeps) =>
  async (caller: Caller | null, goodId: number): Promise<Goods> => {
    const { purchases, cached } = await cache.read(caller?.userId ?? null)
    const [parts] = await cached(`goods ${goodId}`, async () =>
      readParts(db, await listGoods(db, { goodId }, { limit: 1, offset: 0 })),
    )
    if (!parts) throw new AppError('GOODS_NOT_EXIST')
    return toGoods(parts, purchases, clock.now())
  }

interface GoodsParts {
  readonly row: GoodsRow
  readonly configurations: Goods['configurations']
  readonly months: readonly OfferedProduct[]
}

const readParts = async (db: Db, rows: readonly GoodsRow[]): Promise<GoodsParts[]> => {
  const goodIds = rows.map(({ id }) => id)
  const [configurations, months] = await Promise.all([
    listConfigurations(db, goodIds),
    listOfferedProducts(db, { goodIds, goodTimeHours: MONTH_HOURS }),
  ])
  return rows.map((row) => ({
    row,
    configurations: configurations.filter(({ goodId }) => goodId === row.id),
    months: months.filter(({ goodId }) => goodId === row.id),
  }))
}

const toGoods = ({ row, configurations, months }: GoodsParts, purchases: Purchases, now: Date): Goods => {
  const prices = months.map((month) => currentPrice(month, purchases, now).goodPrice)
  return {
    goodId: row.id,
    goodsLevel: row.goodsLevel as GoodsLevel,
    name: row.name,
    picture: goodsPicturePath(row.goodsLevel as GoodsLevel),
    tagline: row.tagline,
    tags: row.tags,
    highlights: [...row.highlights],
    monthFromCents: prices.length > 0 ? Math.min(...prices) : null,
    configurations,
  }
}

interface PriceQuery {
  readonly goodId: number
  readonly configId?: number | undefined
  readonly quantity?: number | undefined
}

export const getGoodPrice =
  ({ cache, database: { db }, clock }: GoodsDeps) =>
  async (caller: Caller | null, { goodId, configId, quantity = 1 }: PriceQuery): Promise<{ prices: GoodsPrice[] }> => {
    const { purchases, cached } = await cache.read(caller?.userId ?? null)
    const offered = await cached(`prices ${goodId}`, () => listOfferedProducts(db, { goodIds: [goodId] }))
    const matching = offered.filter(({ product }) => configId === undefined || product.configId === configId)
    if (matching.length === 0) throw new AppError('GOODS_NOT_EXIST')
    const now = clock.now()
    const prices = matching.map((each) => currentPrice(each, purchases, now))
    return { prices: prices.map((price) => ({ ...price, ...termsForQuantity(price, quantity) })) }
  }

export const getZoneStock =
  ({ database: { db } }: CatalogueDeps) =>
  async (configId: number): Promise<{ zones: ZoneStock[] }> => {
    const rows = await listStock(db, configId)
    if (rows.length === 0) throw new AppError('GOODS_NOT_EXIST')
    const open = rows.filter(({ isOpen }) => isOpen)
    return {
      zones: open.map(({ zoneId, name, stock: { capacity, reserved, rented } }) => ({
        zoneId,
        name,
        inventoryStatus: inventoryStatusOf(capacity - reserved - rented, capacity),
      })),
    }
  }
