import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { query, type Tx } from '../../../platform/transaction.ts'
import { type Buyer, priceOf } from './prices.ts'

/** A product on the terms that it is offered on to a buyer now. */
export interface Offer {
  readonly price: GoodsPrice
  /** What it is called, and the images that it can start from. */
  readonly name: string
  readonly imageTypes: readonly number[]
  readonly isVideoEdition: boolean
}

interface Row {
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

/**
 * The same as `pricesOf` for one product, which every order asks. Asked for a list of products, PostgreSQL would plan it
 * anew each time, which takes longer than to read it.
 */
const LIST_OFFER = {
  name: 'product-offer',
  text: `select p.id, p.config_id, c.good_id, g.name, c.image_types, c.is_video_edition, p.good_time_hours, p.price_cents, p.old_price_cents,
      p.first_price_cents, p.is_metered, running.id as activity_id, running.price_cents as activity_cents,
      bought.purchases
    from billable_products p
    join goods_configurations c on c.id = p.config_id and c.is_listed
    join goods g on g.id = c.good_id and g.is_listed
    left join lateral (
      select a.id, offer.price_cents from activity_products offer join activities a on a.id = offer.activity_id
      where offer.product_id = p.id and a.kind = 'discount' and a.is_enabled and a.starts_at <= $3 and a.ends_at > $3
      order by offer.price_cents, a.id desc limit 1
    ) running on true
    left join product_purchases bought on bought.product_id = p.id and bought.user_id = $2
    where p.id = $1 and p.is_listed`,
}

/** What is offered of these products; nothing of those that are not sold. */
export const listOffers = async (tx: Tx, buyer: Buyer, ids: Iterable<number>): Promise<Offer[]> => {
  const offers: Offer[] = []
  for (const id of new Set(ids)) {
    const rows = await query<Row>(tx, LIST_OFFER, [id, buyer.userId ?? 0, buyer.now])
    offers.push(...rows.map(toOffer))
  }
  return offers
}

const toOffer = (row: Row): Offer => ({
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

/** Large numbers come as text. */
const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))
