import { exchangeCoupon } from '@yunji/contract/commerce/coupon/calls'
import { cancelOrder, createCloudOrderNew } from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { Envelope } from '@yunji/contract/wire/call'
import { definePromise } from '@yunji/testkit/promise'
import { withClient } from '@yunji/testkit/with-client'
import { createLoggedIn } from '../support/accounts.ts'
import { type ApiClient, createApiClient } from '../support/api-client.ts'
import { makeCoupon, openPlainShop, type PlainShop, phoneOrder } from '../support/shop.ts'
import { withTarget } from '../support/target.ts'

const BUYERS = 200
const CART_GOODS = 3
/** Twice the server's connections. */
const CART_BUYERS = 32
const OVERDUE_ORDERS = 300
/** Upper limit, if the expiry does not run. */
const MAXIMUM_WAVES = 60

type Buyer = Awaited<ReturnType<typeof createLoggedIn>>[number]

export const promise = definePromise({
  id: 'R7',
  name: 'r7_last_one',
  title: 'of 200 buyers of the last phone or coupon exactly one gets it; carts beside expiring orders never fail',
  sizes: { small: 1, long: 20 },
  run: ({ size: rounds, log }) =>
    withTarget(async (target) => {
      const url = target.databaseUrl
      const buyers = await createLoggedIn(url, BUYERS, 10_000)
      const api = createApiClient(target.pool)
      const violations: string[] = []
      for (let round = 1; round <= rounds; round++) {
        violations.push(...(await lastPhone(url, api, buyers, round)))
        violations.push(...(await lastCoupon(url, api, buyers, round)))
        violations.push(...(await cartsBesideExpiry(url, api, buyers, round)))
      }
      violations.push(...(await target.failures()))
      log(`${api.count()} requests of ${BUYERS} buyers`)
      return { rounds: rounds * 3, violations }
    }),
})

const lastPhone = async (url: string, api: ApiClient, buyers: readonly Buyer[], round: number): Promise<string[]> => {
  const shop = await openPlainShop(url, 1)
  const answers = await Promise.all(
    buyers.map(async ({ token, userId }) => {
      const answer = await api.call(createCloudOrderNew, phoneOrder(shop), {
        token,
        key: `last-phone-${round}-${userId}`,
      })
      return { ...answer, token }
    }),
  )
  const held = await countHeld(url, [shop])
  // Unpaid orders are limited for each account: a winner of several rounds could not order any more.
  for (const { code, data, token } of answers) {
    if (code === 200) await api.call(cancelOrder, { orderId: (data as OrderInfo).orderId }, { token })
  }
  const heldAfterwards = await countHeld(url, [shop])
  return [
    ...notOne('phone', answers, 1017),
    ...(held === 1 ? [] : [`${held} of one phone are held`]),
    ...(heldAfterwards === 0 ? [] : [`${heldAfterwards} of one phone are held after the order was cancelled`]),
  ]
}

const lastCoupon = async (url: string, api: ApiClient, buyers: readonly Buyer[], round: number): Promise<string[]> => {
  const exchangeCode = `LASTONE${round}`
  await makeCoupon(url, { exchangeCode, leftCount: 1 })
  const answers = await Promise.all(buyers.map(({ token }) => api.call(exchangeCoupon, { exchangeCode }, { token })))
  return notOne('coupon', answers, 1080)
}

const notOne = (what: string, answers: readonly Envelope[], otherwise: number): string[] => {
  const won = answers.filter(({ code }) => code === 200).length
  const odd = answers.filter(({ code }) => code !== 200 && code !== otherwise)
  return [
    ...(won === 1 ? [] : [`${won} got the last ${what}`]),
    ...odd.map(({ code, msg }) => `the last ${what}: ${code} ${msg}`),
  ]
}

/**
 * All buyers order and cancel carts of several goods, each starting with another one, for as long as the server has
 * unpaid orders to end. Deadlocks are counted by PostgreSQL, since the server tries again after one.
 */
const cartsBesideExpiry = async (
  url: string,
  api: ApiClient,
  everybody: readonly Buyer[],
  round: number,
): Promise<string[]> => {
  // The expiring orders belong to other accounts, since unpaid orders are limited per account.
  const [buyers, others] = [everybody.slice(0, CART_BUYERS), everybody.slice(CART_BUYERS)]
  const shops = await Promise.all(
    Array.from({ length: CART_GOODS }, () => openPlainShop(url, CART_BUYERS + OVERDUE_ORDERS)),
  )
  const before = await countDeadlocks(url)
  await letOrdersExpire(url, shops, others)
  const answers: Envelope[] = []
  for (let wave = 1; wave <= MAXIMUM_WAVES && (await countOverdue(url)) > 0; wave++) {
    answers.push(...(await waveOfCarts(api, shops, buyers, `carts-${round}-${wave}`)))
  }
  const overdue = await countOverdue(url)
  const held = await countHeld(url, shops)
  const deadlocks = (await countDeadlocks(url)) - before
  return [
    ...answers.filter(({ code }) => code !== 200).map(({ code, msg }) => `a cart: ${code} ${msg}`),
    ...(answers.length > 0 ? [] : ['no cart was ordered beside the expiry']),
    ...(overdue === 0 ? [] : [`${overdue} orders were not ended`]),
    ...(held === 0 ? [] : [`${held} phones are held by nobody`]),
    ...(deadlocks === 0 ? [] : [`${deadlocks} deadlocks`]),
  ]
}

const waveOfCarts = async (
  api: ApiClient,
  shops: readonly PlainShop[],
  buyers: readonly Buyer[],
  key: string,
): Promise<Envelope[]> => {
  const answers = await Promise.all(
    buyers.map(async ({ token, userId }, index) => {
      const first = index % shops.length
      const carts = [...shops.slice(first), ...shops.slice(0, first)].map((shop) => phoneOrder(shop))
      const cart = {
        ...carts[0],
        items: carts.flatMap(({ items }) => items),
        totalCents: carts.reduce((sum, { totalCents }) => sum + totalCents, 0),
      }
      const made = await api.call(createCloudOrderNew, cart, { token, key: `${key}-${userId}` })
      if (made.code !== 200) return [made]
      const { orderId } = made.data as OrderInfo
      return [made, await api.call(cancelOrder, { orderId }, { token })]
    }),
  )
  return answers.flat()
}

/** Overdue orders of one good each; their expiry releases stock in any order. */
const letOrdersExpire = (url: string, shops: readonly PlainShop[], buyers: readonly Buyer[]): Promise<unknown> =>
  withClient(url, (client) =>
    client.query(
      `with goods as (
         select config_id, zone_id, place from unnest($1::bigint[], $2::bigint[]) with ordinality g (config_id, zone_id, place)
       ), written as (
         insert into orders (user_id, kind, title, lines, total_cents, payable_cents, purchase, created_at, expires_at)
         select ($3::bigint[])[1 + n % cardinality($3::bigint[])], 'buy', '云手机', '[]', 1, 1, jsonb_build_object('place', 1 + n % $4),
           now() - interval '1 hour', now() - interval '1 minute' from generate_series(1, $5::int) n
         returning id, (purchase ->> 'place')::int as place
       ), held as (
         insert into stock_reservations (order_id, zone_id, config_id, quantity)
         select id, zone_id, config_id, 1 from written join goods using (place) returning zone_id, config_id
       )
       update zone_stock s set reserved = reserved + counted.count
       from (select zone_id, config_id, count(*)::int as count from held group by 1, 2) counted
       where s.zone_id = counted.zone_id and s.config_id = counted.config_id`,
      [
        shops.map(({ configId }) => configId),
        shops.map(({ zoneId }) => zoneId),
        buyers.map(({ userId }) => userId),
        shops.length,
        OVERDUE_ORDERS,
      ],
    ),
  )

const countHeld = (url: string, shops: readonly PlainShop[]): Promise<number> =>
  countOf(
    url,
    'select coalesce(sum(reserved + rented), 0)::int as count from zone_stock where config_id = any($1::bigint[])',
    shops.map(({ configId }) => configId),
  )

const countOverdue = (url: string): Promise<number> =>
  countOf(url, `select count(*)::int as count from orders where state = 'pending' and expires_at <= now()`)

const countDeadlocks = (url: string): Promise<number> =>
  countOf(url, 'select deadlocks::int as count from pg_stat_database where datname = current_database()')

const countOf = (url: string, text: string, ...values: readonly unknown[]): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(text, [...values])
    return rows[0]?.count ?? 0
  })
