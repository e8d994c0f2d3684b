import { CHANGE_MINIMUM_HOURS } from '@yunji/contract/commerce/change/rules'
import type { ChangeTarget } from '@yunji/contract/commerce/change/schema'
import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { inventoryStatusOf } from '@yunji/contract/commerce/commodity/terms'
import { and, asc, eq, gte, inArray, ne, not, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'
import { billableProducts, goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { type Buyer, listPrices, toConfiguration } from '../catalogue/index.ts'
import { type SignedQuote, toOffer } from './change-quote.ts'
import type { OwnDevice } from './store.ts'

/** What a device may become: other configurations of its goods, other goods, or the video edition of its own. */
export type ChangeWay = 'configuration' | 'model' | 'video'

type Configuration = typeof goodsConfigurations.$inferSelect

/** It stays on its Android line and with its supplier, so that it keeps everything that is on it. */
const isTargetOf = ({ id, goodId, version, supplierType }: Configuration): SQL | undefined =>
  and(
    goods.isListed,
    goodsConfigurations.isListed,
    ne(goodsConfigurations.id, id),
    eq(goodsConfigurations.version, version),
    eq(goodsConfigurations.supplierType, supplierType),
    // The video edition is that of its own goods.
    not(and(goodsConfigurations.isVideoEdition, ne(goodsConfigurations.goodId, goodId)) as SQL),
  )

const wayTo = (from: Configuration, to: Pick<Configuration, 'goodId' | 'isVideoEdition'>): ChangeWay => {
  if (to.isVideoEdition) return 'video'
  return to.goodId === from.goodId ? 'configuration' : 'model'
}

export interface PricedTarget {
  readonly configuration: Configuration
  readonly good: typeof goods.$inferSelect
  readonly way: ChangeWay
  readonly left: number
  readonly capacity: number
  readonly prices: readonly GoodsPrice[]
}

/** Everything that a device can become, with its prices to this buyer. */
export const findTargets = async (
  db: Db | Tx,
  { device, configuration: from }: OwnDevice,
  buyer: Buyer,
): Promise<readonly PricedTarget[]> => {
  if (!from) return []
  const rows = await db
    .select({ configuration: goodsConfigurations, good: goods, stock: zoneStock })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .leftJoin(zoneStock, and(eq(zoneStock.configId, goodsConfigurations.id), eq(zoneStock.zoneId, device.zoneId)))
    .where(isTargetOf(from))
    .orderBy(asc(goods.position), asc(goods.id), asc(goodsConfigurations.position), asc(goodsConfigurations.id))
  if (rows.length === 0) return []
  const configIds = rows.map(({ configuration }) => configuration.id)
  const isOffered = and(
    inArray(billableProducts.configId, configIds),
    not(billableProducts.isMetered),
    gte(billableProducts.goodTimeHours, CHANGE_MINIMUM_HOURS),
  )
  const prices = await listPrices(db, buyer, isOffered)
  return rows.map(({ configuration, good, stock }) => ({
    configuration,
    good,
    way: wayTo(from, configuration),
    left: stock ? stock.capacity - stock.reserved - stock.rented : 0,
    capacity: stock?.capacity ?? 0,
    prices: prices.filter((price) => price.configId === configuration.id),
  }))
}

export const toTarget = (
  signedTokens: SignedTokens,
  { configuration, good, left, capacity, prices }: PricedTarget,
  quoted: Omit<SignedQuote, 'id'>,
): ChangeTarget => ({
  goodId: good.id,
  goodsName: good.name,
  goodsLevel: good.goodsLevel as GoodsLevel,
  configuration: toConfiguration(configuration),
  inventoryStatus: inventoryStatusOf(left, capacity),
  offers: prices.map((price) => toOffer(signedTokens, price, quoted)),
})
