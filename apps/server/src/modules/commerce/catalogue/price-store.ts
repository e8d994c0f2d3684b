import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { and, asc, desc, eq, gt, gte, inArray, lte, not, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import {
  activities,
  activityProducts,
  billableProducts,
  goods,
  goodsConfigurations,
  productPurchases,
} from '../../../tables/catalogue.ts'
import { type OfferedProduct, priceOf } from './price.ts'

/** Prices depend on the buyer's earlier purchases and on the time. */
interface Buyer {
  /** Null for a visitor, whose first purchase is still to come. */
  readonly userId: number | null
  readonly now: Date
}

interface PriceFilter {
  readonly configIds: readonly number[]
  /** Goods and configurations off sale are left out, unless their customers renew. */
  readonly isRenewal?: boolean
  readonly goodTimeHours?: number
  readonly minimumHours?: number
}

/** Prices of the prepaid products on sale of these configurations. */
export const listPrices = async (db: Db | Tx, buyer: Buyer, filter: PriceFilter): Promise<GoodsPrice[]> => {
  const { configIds, goodTimeHours, minimumHours, isRenewal = false } = filter
  if (configIds.length === 0) return []
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
    .where(
      and(
        isRenewal ? undefined : and(goods.isListed, goodsConfigurations.isListed),
        billableProducts.isListed,
        inArray(billableProducts.configId, [...configIds]),
        not(billableProducts.isMetered),
        goodTimeHours === undefined ? undefined : eq(billableProducts.goodTimeHours, goodTimeHours),
        minimumHours === undefined ? undefined : gte(billableProducts.goodTimeHours, minimumHours),
      ),
    )
    .orderBy(asc(billableProducts.isMetered), asc(billableProducts.goodTimeHours), asc(billableProducts.id))
  return rows.map(priceOf)
}

/** The cheapest activity that the product of the outer query is in now. */
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

const activitiesOfProduct = sql<OfferedProduct['activities']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', ${activities.id}, 'priceCents', ${activityProducts.priceCents},
    'startsAtMs', extract(epoch from ${activities.startsAt}) * 1000,
    'endsAtMs', extract(epoch from ${activities.endsAt}) * 1000
  ) order by ${activityProducts.priceCents}, ${activities.id} desc), '[]')
  from ${activityProducts} join ${activities} on ${eq(activities.id, activityProducts.activityId)}
  where ${and(eq(activityProducts.productId, billableProducts.id), eq(activities.kind, 'discount'), activities.isEnabled)}
)`

/** Products on sale of these goods, metered ones last, each group by duration. */
export const listOfferedProducts = (
  db: Db,
  { goodIds, goodTimeHours }: { readonly goodIds: readonly number[]; readonly goodTimeHours?: number },
): Promise<OfferedProduct[]> =>
  db
    .select({ product: billableProducts, goodId: goodsConfigurations.goodId, activities: activitiesOfProduct })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        goods.isListed,
        goodsConfigurations.isListed,
        billableProducts.isListed,
        inArray(goodsConfigurations.goodId, [...goodIds]),
        goodTimeHours === undefined ? undefined : eq(billableProducts.goodTimeHours, goodTimeHours),
      ),
    )
    .orderBy(asc(billableProducts.isMetered), asc(billableProducts.goodTimeHours), asc(billableProducts.id))

/** A product at its price for a buyer now. */
export interface Offer {
  readonly price: GoodsPrice
  readonly name: string
  readonly imageTypes: readonly number[]
  readonly isVideoEdition: boolean
}

interface OfferRow {
  id: string
  config_id: string
  good_id: string
  name: string
  image_types: number[]
  is_video_edition: boolean
  good_time_hours: number
  price_cents: string
  old_price_cents: string | null
  first_price_cents: string | null
  is_metered: boolean
  activity_id: string | null
  activity_cents: string | null
  purchases: number | null
}

/** By one product, because every order runs it: PostgreSQL plans a list of products anew each time. */
const LIST_OFFER = {
  name: 'product-offer',
  text: `select p.id, p.config_id, c.good_id, g.name, c.image_types, c.is_video_edition, p.good_time_hours, p.price_cents, p.old_price_cents,
      p.first_price_cents, p.is_metered, running.id as activity_id, running.price_cents as activity_cents,
      bought.purchases
    from billable_products p
    join goods_configurations c on c.id = p.config_id and (c.is_listed or $4)
    join goods g on g.id = c.good_id and (g.is_listed or $4)
    left join lateral (
      select a.id, offer.price_cents from activity_products offer join activities a on a.id = offer.activity_id
      where offer.product_id = p.id and a.kind = 'discount' and a.is_enabled and a.starts_at <= $3 and a.ends_at > $3
      order by offer.price_cents, a.id desc limit 1
    ) running on true
    left join product_purchases bought on bought.product_id = p.id and bought.user_id = $2
    where p.id = $1 and p.is_listed`,
}

/** Offers of these products, without those that are not on sale; a renewal may be of goods that are off sale. */
export const listOffers = async (tx: Tx, buyer: Buyer, ids: Iterable<number>, isRenewal = false): Promise<Offer[]> => {
  const offers: Offer[] = []
  for (const id of new Set(ids)) {
    const rows = await query<OfferRow>(tx, LIST_OFFER, [id, buyer.userId ?? 0, buyer.now, isRenewal])
    offers.push(...rows.map(toOffer))
  }
  return offers
}

const toOffer = (row: OfferRow): Offer => ({
  price: priceOf({
    product: {
      id: Number(row.id),
      configId: Number(row.config_id),
      goodTimeHours: row.good_time_hours,
      priceCents: Number(row.price_cents),
      oldPriceCents: numberOf(row.old_price_cents),
      firstPriceCents: numberOf(row.first_price_cents),
      isMetered: row.is_metered,
    },
    goodId: Number(row.good_id),
    activityId: row.activity_id,
    activityCents: row.activity_cents,
    purchases: row.purchases,
  }),
  name: row.name,
  imageTypes: row.image_types,
  isVideoEdition: row.is_video_edition,
})

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))
