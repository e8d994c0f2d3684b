import { withClient } from '@yunji/testkit/with-client'

/** A shop with one product at one price. */
export interface PlainShop {
  readonly productId: number
  readonly configId: number
  readonly zoneId: number
  readonly priceCents: number
}

const PRICE_CENTS = 3000

export const openPlainShop = (url: string, capacity: number): Promise<PlainShop> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ product: string; config: string; zone: string }>(
      `with zone as (
         insert into zones (code, name, created_at) values ('plain', '华东', now())
         on conflict (code) do update set name = excluded.name returning id
       ), good as (
         insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id
       ), config as (
         insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
         select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
       ), stock as (
         insert into zone_stock (zone_id, config_id, capacity) select zone.id, config.id, $1 from zone, config
       ), product as (
         insert into billable_products (config_id, good_time_hours, price_cents) select id, 720, $2 from config returning id
       ), code as (
         insert into activation_goods (product_id) select id from product
       )
       select product.id as product, config.id as config, zone.id as zone from product, config, zone`,
      [capacity, PRICE_CENTS],
    )
    const [row] = rows
    if (!row) throw new Error('the shop did not open')
    return {
      productId: Number(row.product),
      configId: Number(row.config),
      zoneId: Number(row.zone),
      priceCents: PRICE_CENTS,
    }
  })

/** Input of an order for `quantity` phones. */
export const phoneOrder = ({ productId, zoneId, priceCents }: PlainShop, quantity = 1) => ({
  items: [{ id: productId, quantity, goodPrice: priceCents }],
  zoneId,
  imageType: 1,
  totalCents: priceCents * quantity,
})

interface CouponOptions {
  readonly exchangeCode?: string
  readonly leftCount?: number
  readonly userId?: number
}

/** A coupon of one yuan: for a user, or by exchange code. Returns the coupon's id. */
export const makeCoupon = (
  url: string,
  { exchangeCode, leftCount, userId }: CouponOptions,
): Promise<number | undefined> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `with template as (
         insert into coupon_templates (name, terms, exchange_code, left_count, created_at)
         values ('立减券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1,"scopeApplication":1}', $1, $2, now())
         returning id, terms
       )
       insert into coupons (template_id, user_id, name, terms, received_at)
       select id, $3::bigint, '立减券', terms, now() from template where $3::bigint is not null returning id`,
      [exchangeCode ?? null, leftCount ?? null, userId ?? null],
    )
    return rows[0] && Number(rows[0].id)
  })

export const countOrders = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from orders')
    return rows[0]?.count ?? 0
  })
