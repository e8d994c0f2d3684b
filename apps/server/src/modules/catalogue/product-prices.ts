import type { GoodsPrice } from '@yunji/contract/commodity/schema'
import { ask, type Tx } from '../../platform/database.ts'
import { type Buyer, priceOf } from './prices.ts'

interface Row {
  id: string
  config_id: string
  good_id: string
  good_time_hours: number
  price_cents: string
  old_price_cents: string | null
  first_price_cents: string | null
  is_metered: boolean
  activity_id: string | null
  activity_cents: string | null
  purchases: number | null
}

/** The same as `pricesOf` for products by their ids, which every order asks: written by hand and planned once. */
const PRICES = {
  name: 'product-prices',
  text: `select p.id, p.config_id, c.good_id, p.good_time_hours, p.price_cents, p.old_price_cents, p.first_price_cents,
      p.is_metered, running.id as activity_id, running.price_cents as activity_cents, bought.purchases
    from unnest($1::bigint[]) asked
    join billable_products p on p.id = asked and p.is_listed
    join goods_configurations c on c.id = p.config_id and c.is_listed
    join goods g on g.id = c.good_id and g.is_listed
    left join lateral (
      select a.id, offer.price_cents from activity_products offer join activities a on a.id = offer.activity_id
      where offer.product_id = p.id and a.kind = 'discount' and a.is_enabled and a.starts_at <= $3 and a.ends_at > $3
      order by offer.price_cents, a.id desc limit 1
    ) running on true
    left join product_purchases bought on bought.product_id = p.id and bought.user_id = $2`,
}

export const pricesOfProducts = async (tx: Tx, buyer: Buyer, ids: readonly number[]): Promise<GoodsPrice[]> => {
  const rows = await ask<Row>(tx, PRICES, [ids, buyer.userId ?? 0, buyer.now])
  return rows.map((row) =>
    priceOf({
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
  )
}

/** Large numbers come as text. */
const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

export interface ProductDescription {
  readonly configId: number
  readonly name: string
  readonly imageTypes: readonly number[]
  readonly isVideoEdition: boolean
}

interface DescriptionRow {
  id: string
  name: string
  image_types: number[]
  is_video_edition: boolean
}

const DESCRIBE = {
  name: 'product-descriptions',
  text: `select distinct c.id, g.name, c.image_types, c.is_video_edition
    from unnest($1::bigint[]) asked join billable_products p on p.id = asked
    join goods_configurations c on c.id = p.config_id join goods g on g.id = c.good_id order by c.id`,
}

/** The configurations that products are of. */
export const describeProducts = async (tx: Tx, ids: readonly number[]): Promise<ProductDescription[]> => {
  const rows = await ask<DescriptionRow>(tx, DESCRIBE, [ids])
  return rows.map(({ id, name, image_types, is_video_edition }) => ({
    configId: Number(id),
    name,
    imageTypes: image_types,
    isVideoEdition: is_video_edition,
  }))
}
