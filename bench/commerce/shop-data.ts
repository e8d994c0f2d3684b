import { withClient } from '@yunji/testkit/with-client'
import { openJobQueue } from '../../apps/server/src/platform/jobs.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createLoggedIn } from '../../tests/support/accounts.ts'

export const PRICE_CENTS = 2_990
const MONTH_HOURS = 720
const CAPACITY = 2_000_000_000
const ENTRIES_EACH = 50

export interface Catalogue {
  readonly zoneId: number
  /** The monthly product of each good. */
  readonly productIds: readonly number[]
}

/** Goods with one configuration, six durations and unlimited stock each. */
export const fillCatalogue = (url: string, goodsCount: number): Promise<Catalogue> =>
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
    // Not the other tables: statistics of an empty table would lead to sequential scans later.
    await client.query('analyze goods, goods_configurations, billable_products, zone_stock')
    return { zoneId, productIds: rows.map(({ id }) => Number(id)) }
  })

/** Returns the buyers' tokens. */
export const addBuyers = async (url: string, count: number): Promise<string[]> =>
  (await createLoggedIn(url, count)).map(({ token }) => token)

interface OrderSpread {
  readonly secondsBetween?: number
  readonly payMethods?: readonly number[]
}

/** Fifty for each of the first hundred buyers; the rest belong to other users. */
export const addOrders = (
  url: string,
  count: number,
  { secondsBetween = 60, payMethods = [3] }: OrderSpread = {},
): Promise<void> =>
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
         '[{"kind":"goods","amountCents":2990}]', 2990, 2990, '{}', ($3::int[])[1 + n % cardinality($3::int[])], moment,
         moment, moment, moment
       from buyers, generate_series(1, $1::int) n,
         lateral (select now() - make_interval(secs => $2::int * n) as moment) at`,
      [count, secondsBetween, payMethods],
    )
    await client.query('vacuum analyze')
  })

/** Creates the queues; no worker runs. */
export const makeQueues = async (url: string, names: readonly { readonly name: string }[]): Promise<void> => {
  const queues = names.map(({ name }) => ({ name, heartbeatSeconds: 60, retryLimit: 0, run: async () => undefined }))
  const jobs = await openJobQueue(url, openLog('silent').log)
  await jobs.startWorkers(queues)
  await jobs.stop()
}

export const paymentNumber = (index: number): string => `bench${String(index).padStart(8, '0')}`

/** Unpaid orders with one open payment each. */
export const addPayments = (url: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `with buyers as (select array_agg(id) as ids from users),
         products as (select array_agg(id) as ids from billable_products where price_cents = $2),
         made as (
           insert into orders (user_id, kind, business_type, title, lines, total_cents, payable_cents, purchase,
             created_at, expires_at)
           select buyers.ids[1 + n % cardinality(buyers.ids)], 'buy', 1, '云手机 × 1',
             '[{"kind":"goods","amountCents":2990}]', $2, $2, '{}', now(), now() + interval '1 day'
           from buyers, generate_series(1, $1::int) n returning id
         ), numbered as (select id, row_number() over (order by id) - 1 as place from made), items as (
           insert into order_items (order_id, product_id, quantity, unit_price_cents)
           select id, products.ids[1 + place % cardinality(products.ids)], 1, $2 from numbered, products
         )
       insert into payments (order_id, provider, scene, out_trade_no, amount_cents, created_at, expires_at)
       select id, 'alipay', 'h5', 'bench' || lpad(place::text, 8, '0'), $2, now(), now() + interval '1 day'
       from numbered`,
      [count, PRICE_CENTS],
    )
    await client.query('vacuum analyze')
  })

/** The payment of every order that was paid with Alipay or WeChat Pay; one in a hundred is refunded within an hour. */
export const addPaidPayments = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into payments (order_id, provider, scene, out_trade_no, amount_cents, state, transaction_id, is_settling,
         created_at, expires_at, paid_at)
       select id, case pay_method when 1 then 'alipay' else 'wechat' end, 'h5', 'bench-paid-' || id, payable_cents,
         case when id % 100 = 0 then 'refunded' else 'paid' end, 'bench-' || id, true, created_at,
         created_at + interval '15 minutes', paid_at
       from orders where pay_method in (1, 2) and paid_at is not null order by id`,
    )
    await client.query(
      `insert into refunds (payment_id, order_id, key, out_refund_no, amount_cents, state, created_at, refunded_at)
       select id, order_id, 'bench:' || id, 'bench-refund-' || id, amount_cents, 'refunded', refunded_at, refunded_at
       from payments, lateral (select least(paid_at + interval '1 hour', now()) as refunded_at) at
       where state = 'refunded' order by id`,
    )
    await client.query('vacuum analyze payments, refunds')
  })

/** Ledger entries, fifty for each account, with matching balances. */
export const addEntries = (url: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    const people = Math.ceil(count / ENTRIES_EACH)
    // Skips the checks of foreign keys, which take most of the time.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into users (mobile_phone, name, created_at)
       select (16000000000 + n)::text, '储户 ' || n, now() from generate_series(1, $1::int) n`,
      [people],
    )
    await client.query(
      `insert into ledger_accounts (user_id, kind, balance_cents)
       select id, 'beans', $1 from users where mobile_phone like '16%'`,
      [ENTRIES_EACH],
    )
    await client.query(
      `insert into ledger_entries (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
       select 'bench:' || a.id || ':' || n, 'recharge', (select id from ledger_accounts where kind = 'alipay'), a.id, 1, n,
         now() from generate_series(1, $1::int) n, ledger_accounts a where a.kind = 'beans'`,
      [ENTRIES_EACH],
    )
    await client.query('vacuum analyze')
  })
