import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { and, asc, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import {
  activities,
  activityProducts,
  billableProducts,
  goods,
  goodsConfigurations,
  productPurchases,
} from '../../../tables/catalogue.ts'

/** Who asks for a price, and when: both decide what it is. */
export interface Buyer {
  /** Nobody yet: everybody's first purchase is still to come. */
  readonly userId: number | null
  readonly now: Date
}

interface PricedRow {
  readonly product: Omit<typeof billableProducts.$inferSelect, 'isListed'>
  readonly goodId: number
  /** Large numbers come as text. */
  readonly activityId: string | null
  readonly activityCents: string | null
  readonly purchases: number | null
}

/**
 * What products cost this buyer now. An activity sets the price for everybody while it runs; else the first of a product
 * may cost less. Where either does, the plain price is the old one: it is what more than one of them cost.
 */
export const listPrices = async (db: Db | Tx, buyer: Buyer, condition: SQL | undefined): Promise<GoodsPrice[]> => {
  const rows = await db
    .select({
      product: billableProducts,
      goodId: goodsConfigurations.goodId,
      activityId: sql<string | null>`running.id`,
      activityCents: sql<string | null>`running.price`,
      purchases: productPurchases.purchases,
    })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .leftJoinLateral(sql`${runningActivity(db, buyer.now)} running`, sql`true`)
    .leftJoin(
      productPurchases,
      and(eq(productPurchases.productId, billableProducts.id), eq(productPurchases.userId, buyer.userId ?? 0)),
    )
    .where(and(goods.isListed, goodsConfigurations.isListed, billableProducts.isListed, condition))
    .orderBy(asc(billableProducts.isMetered), asc(billableProducts.goodTimeHours), asc(billableProducts.id))
  return rows.map(priceOf)
}

/** The activity that a product is in now; of two, the one that costs less. */
const runningActivity = (db: Db | Tx, now: Date) =>
  db
    .select({ id: sql`${activities.id}`.as('id'), price: sql`${activityProducts.priceCents}`.as('price') })
    .from(activityProducts)
    .innerJoin(activities, eq(activities.id, activityProducts.activityId))
    .where(
      and(
        eq(activityProducts.productId, billableProducts.id),
        eq(activities.kind, 'discount'),
        activities.isEnabled,
        lte(activities.startsAt, now),
        gt(activities.endsAt, now),
      ),
    )
    .orderBy(asc(activityProducts.priceCents), desc(activities.id))
    .limit(1)

export const priceOf = ({ product, goodId, activityId, activityCents, purchases }: PricedRow): GoodsPrice => {
  const { id, configId, goodTimeHours, priceCents, oldPriceCents, firstPriceCents, isMetered } = product
  const firstCount = purchases ?? 0
  const isInActivity = activityId !== null
  const firstPurchase = !isInActivity && firstPriceCents !== null && firstCount === 0
  const reducedCents = isInActivity ? Number(activityCents) : firstPurchase ? firstPriceCents : undefined
  return {
    goodId,
    configId,
    id,
    goodTime: goodTimeHours,
    goodPrice: reducedCents ?? priceCents,
    oldGoodPrice: reducedCents === undefined ? oldPriceCents : priceCents,
    firstCount,
    activityId: isInActivity ? Number(activityId) : null,
    firstPurchase,
    isMetered,
  }
}

export const isOfGoods = (goodId: number): SQL => eq(goodsConfigurations.goodId, goodId)
