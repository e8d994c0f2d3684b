import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import {
  activities,
  activityProducts,
  billableProducts,
  goods,
  goodsConfigurations,
} from '../../../tables/catalogue.ts'
import type { Purchases } from './catalogue-cache.ts'
import { priceOf } from './prices.ts'

/** A product with every activity that it is in at any time: what it costs follows from the clock and the buyer. */
export interface OfferedProduct {
  readonly product: typeof billableProducts.$inferSelect
  readonly goodId: number
  readonly activities: readonly {
    readonly id: number
    readonly priceCents: number
    readonly startsAtMs: number
    readonly endsAtMs: number
  }[]
}

const activitiesOf = sql<OfferedProduct['activities']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', ${activities.id}, 'priceCents', ${activityProducts.priceCents},
    'startsAtMs', extract(epoch from ${activities.startsAt}) * 1000,
    'endsAtMs', extract(epoch from ${activities.endsAt}) * 1000
  ) order by ${activityProducts.priceCents}, ${activities.id} desc), '[]')
  from ${activityProducts} join ${activities} on ${eq(activities.id, activityProducts.activityId)}
  where ${and(eq(activityProducts.productId, billableProducts.id), eq(activities.kind, 'discount'), activities.isEnabled)}
)`

export const listOfferedProducts = (db: Db, condition: SQL | undefined): Promise<OfferedProduct[]> =>
  db
    .select({ product: billableProducts, goodId: goodsConfigurations.goodId, activities: activitiesOf })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(and(goods.isListed, goodsConfigurations.isListed, billableProducts.isListed, condition))
    .orderBy(asc(billableProducts.isMetered), asc(billableProducts.goodTimeHours), asc(billableProducts.id))

/** What it costs this buyer now; of two activities that run, the one that costs less. */
export const currentPrice = (offered: OfferedProduct, purchases: Purchases, now: Date): GoodsPrice => {
  const running = offered.activities.find(
    ({ startsAtMs, endsAtMs }) => startsAtMs <= now.getTime() && now.getTime() < endsAtMs,
  )
  return priceOf({
    product: offered.product,
    goodId: offered.goodId,
    activityId: running ? String(running.id) : null,
    activityCents: running ? String(running.priceCents) : null,
    purchases: purchases.get(offered.product.id) ?? null,
  })
}
