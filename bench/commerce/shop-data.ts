import { withClient } from '@yunji/testkit/with-client'
import { createLoggedIn } from '../../tests/support/accounts.ts'

export const PRICE_CENTS = 2_990
const MONTH_HOURS = 720
const CAPACITY = 2_000_000_000

export interface OpenedShop {
  readonly zoneId: number
  /** One of each goods, for a month. */
  readonly productIds: readonly number[]
}

/** So many goods with one configuration and six durations each, and more of every one than anybody can buy. */
export const openLargeShop = (url: string, goodsCount: number): Promise<OpenedShop> =>
  withClient(url, async (client) => {
    await client.query(
      `insert into goods (goods_level, name, tagline, tags, highlights, position, created_at)
       select 1 + n % 5, '云手机 ' || n, '全天在线', '{60 帧,1080P}',
         '[{"title":"高帧画面","note":"操作跟手"},{"title":"大内存","note":"大型游戏流畅运行"}]', n, now()
       from generate_series(1, $1::int) n`,
      [goodsCount],
    )
    await client.query(
      `insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
       select id, 8, 8, 128, '10/B', '{1,2}', 7 from goods`,
    )
    await client.query(
      `insert into billable_products (config_id, good_time_hours, price_cents, old_price_cents)
       select c.id, hours, $1 + hours, $1 + hours + 500
       from goods_configurations c, unnest('{1,24,168,720,2160,8760}'::int[]) hours`,
      [PRICE_CENTS - MONTH_HOURS],
    )
    const zone = await client.query<{ id: string }>(
      `insert into zones (code, name, created_at) values ('bench', '华东', now()) returning id`,
    )
    const zoneId = Number(zone.rows[0]?.id)
    await client.query(
      'insert into zone_stock (zone_id, config_id, capacity) select $1, id, $2 from goods_configurations',
      [zoneId, CAPACITY],
    )
    const { rows } = await client.query<{ id: string }>(
      'select id from billable_products where good_time_hours = $1 order by id',
      [MONTH_HOURS],
    )
    // Not the others: a table that was found empty is read from end to end by plans that outlive its emptiness.
    await client.query('analyze goods, goods_configurations, billable_products, zone_stock')
    return { zoneId, productIds: rows.map(({ id }) => Number(id)) }
  })

/** Tokens of so many buyers. */
export const inviteBuyers = async (url: string, count: number): Promise<string[]> =>
  (await createLoggedIn(url, count)).map(({ token }) => token)

/** Each of the first hundred buyers has fifty; all others belong to people who are not there. */
export const addOrders = (url: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `insert into users (mobile_phone, name, created_at)
       select (17000000000 + n)::text, '旧客 ' || n, now() from generate_series(1, 1000) n`,
    )
    await client.query(
      `with buyers as (
         select array_agg(id order by mobile_phone like '19%' desc, id) as ids from users
       )
       insert into orders (user_id, kind, business_type, title, state, lines, total_cents, payable_cents, purchase,
         pay_method, created_at, expires_at, paid_at, ended_at)
       select ids[case when n <= 5000 then 1 + n % 100 else 101 + n % 1000 end], 'buy', 1, '云手机 × 1', 'fulfilled',
         '[{"kind":"goods","amountCents":2990}]', 2990, 2990, '{}', 3, moment, moment, moment, moment
       from buyers, generate_series(1, $1::int) n, lateral (select now() - make_interval(mins => n) as moment) at`,
      [count],
    )
    await client.query('vacuum analyze')
  })
