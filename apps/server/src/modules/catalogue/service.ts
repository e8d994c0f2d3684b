import type { GoodsLevel } from '@yunji/contract/commodity/enums'
import type { Goods, ZoneStock } from '@yunji/contract/commodity/goods-schema'
import { termsForQuantity } from '@yunji/contract/commodity/goods-terms'
import { inventoryStatusOf } from '@yunji/contract/commodity/inventory'
import type { GoodsPrice } from '@yunji/contract/commodity/schema'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'
import { billableProducts, goodsConfigurations, goods as goodsTable } from '../../tables/catalogue.ts'
import { pictureOf } from './pictures.ts'
import { isOfConfiguration, isOfGoods, pricesOf } from './prices.ts'
import { type GoodsRow, listConfigurations, listGoods, listStock } from './store.ts'

export interface CatalogueDeps {
  readonly database: Database
  readonly clock: Clock
}

const MONTH_HOURS = 30 * 24

const buyerOf = ({ clock }: CatalogueDeps, caller: Caller | null) => ({
  userId: caller?.userId ?? null,
  now: clock.now(),
})

export const getGoodsList =
  (deps: CatalogueDeps) =>
  async (caller: Caller | null): Promise<{ goods: Goods[] }> => {
    const { db } = deps.database
    const isMonthly = eq(billableProducts.goodTimeHours, MONTH_HOURS)
    const [rows, configurations, months] = await Promise.all([
      listGoods(db),
      listConfigurations(db),
      pricesOf(db, buyerOf(deps, caller), isMonthly),
    ])
    return { goods: rows.map((row) => toGoods(row, configurations, months)) }
  }

export const getGoodsDetails =
  (deps: CatalogueDeps) =>
  async (caller: Caller | null, goodId: number): Promise<Goods> => {
    const { db } = deps.database
    const isMonthly = and(isOfGoods(goodId), eq(billableProducts.goodTimeHours, MONTH_HOURS))
    const [[row], configurations, months] = await Promise.all([
      listGoods(db, eq(goodsTable.id, goodId)),
      listConfigurations(db, eq(goodsConfigurations.goodId, goodId)),
      pricesOf(db, buyerOf(deps, caller), isMonthly),
    ])
    if (!row) throw new AppError('GOODS_NOT_EXIST')
    return toGoods(row, configurations, months)
  }

const toGoods = (
  { id, goodsLevel, name, tagline, tags, highlights }: GoodsRow,
  configurations: Awaited<ReturnType<typeof listConfigurations>>,
  months: readonly GoodsPrice[],
): Goods => {
  const prices = months.filter((price) => price.goodId === id).map(({ goodPrice }) => goodPrice)
  return {
    goodId: id,
    goodsLevel: goodsLevel as GoodsLevel,
    name,
    picture: pictureOf(goodsLevel as GoodsLevel),
    tagline,
    tags,
    highlights: [...highlights],
    monthFromCents: prices.length > 0 ? Math.min(...prices) : null,
    configurations: configurations.filter((configuration) => configuration.goodId === id),
  }
}

interface PriceQuestion {
  readonly goodId: number
  readonly configId?: number | undefined
  readonly quantity?: number | undefined
}

export const getGoodPrice =
  (deps: CatalogueDeps) =>
  async (
    caller: Caller | null,
    { goodId, configId, quantity = 1 }: PriceQuestion,
  ): Promise<{ prices: GoodsPrice[] }> => {
    const condition = and(isOfGoods(goodId), configId === undefined ? undefined : isOfConfiguration(configId))
    const prices = await pricesOf(deps.database.db, buyerOf(deps, caller), condition)
    if (prices.length === 0) throw new AppError('GOODS_NOT_EXIST')
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
