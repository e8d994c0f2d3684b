import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { GoodsConfiguration } from '@yunji/contract/commerce/commodity/schema'
import { and, eq, inArray, not, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { toConfiguration } from './store.ts'

/** A billable product with what it is a duration of. */
export interface ListedProduct {
  readonly id: number
  readonly goodId: number
  readonly goodsName: string
  readonly goodsLevel: GoodsLevel
  readonly configuration: GoodsConfiguration
  /** Hours. */
  readonly goodTime: number
  /** The plain price, without an activity or first-purchase terms. */
  readonly priceCents: number
  readonly isVideoEdition: boolean
}

/** Products that are sold and paid for at once, by number. */
export const findListedProducts = async (
  db: Db | Tx,
  ids: readonly number[],
  condition?: SQL,
): Promise<ReadonlyMap<number, ListedProduct>> => {
  const rows = await db
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
        condition,
      ),
    )
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
