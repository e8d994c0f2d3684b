import assert from 'node:assert/strict'
import { addTitle, requestInvoice } from '@yunji/contract/commerce/invoice/calls'
import { MAX_TITLES } from '@yunji/contract/commerce/invoice/rules'
import { MAXIMUM_PENDING_ORDERS, ORDER_LIFETIME_MS, ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { claimTrialDevice } from '@yunji/contract/configuration/guide/calls'
import { TRIAL_MS } from '@yunji/contract/configuration/guide/rules'
import { RETURNS_PER_MONTH } from '@yunji/contract/devices/rental/rules'
import type { Envelope } from '@yunji/contract/wire/call'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { createDevices } from '../../apps/server/src/testing/devices.ts'
import { type ServerHarness, startServerHarness } from '../../apps/server/src/testing/server-harness.ts'
import { openShop } from '../../apps/server/src/testing/shop.ts'
import { createTenant } from '../../apps/server/src/testing/tenant.ts'

/** Parallel requests of one account. */
const AT_ONCE = 40
const PIECES_EACH = 2
const PIECE_CENTS = 700

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const promise = definePromise({
  id: 'S18',
  name: 's18_held_for_nothing',
  title: 'an account without money holds nothing worth having: orders, pieces, returns, expired and stopped phones end',
  sizes: { small: { grabs: 2, others: 1 }, long: { grabs: 60, others: 12 } },
  async run({ size: { grabs, others }, seed, log }) {
    const server = await startServerHarness()
    try {
      const harness = await createHarness(server)
      const random = createRandom(seed)
      const violations: string[] = []
      for (let round = 0; round < grabs; round += 1) violations.push(...(await grabEverything(harness, random)))
      for (let round = 0; round < others; round += 1) {
        violations.push(...(await chainRenewals(harness, random)))
        violations.push(...(await stopMetered(harness)))
        violations.push(...(await returnAll(harness, random)))
        violations.push(...(await tryForever(harness)))
        violations.push(...(await fillInvoices(harness)))
      }
      log(`${grabs} accounts grabbed with ${AT_ONCE} requests at once, ${others} times every other way`)
      return { rounds: grabs + 5 * others, violations }
    } finally {
      await server.stop()
    }
  },
})

/** A shop with enough stock, so that only the limits apply. */
const createHarness = async (server: ServerHarness) => {
  const shop = await openShop(server)
  const people = createDevices(server)
  const { pool } = server.database
  await pool.query('update zone_stock set capacity = 100000')
  const { rows } = await pool.query<{ id: string; zone: string; price_cents: number }>(
    `select p.id, s.zone_id as zone, p.price_cents::int from billable_products p
     join goods_configurations c on c.id = p.config_id join zone_stock s on s.config_id = c.id
     where not p.is_metered and not c.is_video_edition and p.good_time_hours = 1 and 1 = any(c.image_types)`,
  )
  const goods = rows.map(({ id, zone, price_cents: priceCents }) => ({
    id: Number(id),
    zoneId: Number(zone),
    priceCents,
  }))
  const run = async (what: string): Promise<void> => {
    const round = server.periodicJobs.find((each) => each.name === what)
    if (!round) throw new Error(`no periodic job is called ${what}`)
    await round.run()
  }
  return { server, shop, people, goods, run, pool }
}

type ShopHarness = Awaited<ReturnType<typeof createHarness>>
type Person = Awaited<ReturnType<ShopHarness['people']['addPerson']>>

const call = ({ server, shop }: ShopHarness, { token }: Person, path: string, body: object): Promise<Envelope> =>
  server.post(`/vmcloud/api/order/${path}`, body, { token, headers: { 'idempotency-key': shop.nextKey() } })

const addSeckill = async ({ server, shop, pool }: ShopHarness): Promise<number> => {
  const now = server.clock.now()
  const { rows } = await pool.query<{ id: string }>(
    `with activity as (
       insert into activities (name, kind, starts_at, ends_at) values ('秒杀', 'seckill', $1, $2) returning id
     )
     insert into activity_products (activity_id, product_id, price_cents, stock_left, stock_total, per_user_limit)
     select id, $3, $4, 1000, 1000, $5 from activity returning activity_id as id`,
    [now, new Date(now.getTime() + DAY_MS), shop.productId, PIECE_CENTS, PIECES_EACH],
  )
  return Number(rows[0]?.id)
}

/** All kinds of orders in parallel, with cancellations. */
const grabEverything = async (harness: ShopHarness, random: Random): Promise<string[]> => {
  const { server, shop, people, goods, pool, run } = harness
  const person = await people.addPerson()
  const activityId = await addSeckill(harness)
  const couponId = await shop.issueCoupon(person.userId, {})
  const ways = [
    () => {
      const { id, zoneId, priceCents } = random.pick(goods)
      const quantity = random.integer(1, ORDER_MAXIMUM_PHONES)
      const items = [{ id, quantity, goodPrice: priceCents }]
      return call(harness, person, 'createCloudOrderNew', {
        items,
        zoneId,
        imageType: 1,
        totalCents: priceCents * quantity,
      })
    },
    () => {
      const { id, priceCents } = random.pick(goods)
      const quantity = random.integer(1, ORDER_MAXIMUM_PHONES)
      const totalCents = priceCents * quantity
      return call(harness, person, 'createCloudOrder', { id, quantity, goodPrice: priceCents, totalCents })
    },
    () => {
      const quantity = random.integer(1, PIECES_EACH)
      const piece = { activityId, id: shop.productId, zoneId: shop.zoneId, quantity, goodPrice: PIECE_CENTS }
      return call(harness, person, 'createSeckillActivityOrder', { ...piece, totalCents: quantity * PIECE_CENTS })
    },
    () => {
      const { id, zoneId, priceCents } = random.pick(goods)
      const items = [{ id, quantity: 2, goodPrice: priceCents }]
      const order = { items, zoneId, imageType: 1, totalCents: 2 * priceCents - 100, couponId }
      return call(harness, person, 'createCloudOrderNew', order)
    },
  ]
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => random.pick(ways)()))
  const made = answers.filter(({ code }) => code === 200).map(({ data }) => (data as OrderInfo).orderId)
  const again = await Promise.all([
    ...made.slice(1).map((orderId) => server.post('/vmcloud/api/order/cancelOrder', { orderId }, person)),
    ...Array.from({ length: AT_ONCE }, () => random.pick(ways)()),
  ])
  const held = await heldBy(harness, person, activityId)
  server.clock.advance(ORDER_LIFETIME_MS)
  await run('orders.expire')
  const after = await heldBy(harness, person, activityId)
  const { rows } = await pool.query('select 1 from zone_stock where reserved <> 0')
  return [
    ...(made.length > 0 ? [] : ['nobody could order anything']),
    ...[...answers, ...again]
      .filter(({ code, msg }) => ![200, 1014, 1016, 1017, 1023, 1080].includes(code) || msg.includes('开小差'))
      .map(({ code, msg }) => `a grab was answered ${code} ${msg}`),
    ...(held.orders <= MAXIMUM_PENDING_ORDERS ? [] : [`${held.orders} unpaid orders of one account`]),
    ...(held.phones <= ORDER_MAXIMUM_PHONES ? [] : [`${held.phones} phones held by one account`]),
    ...(held.pieces <= PIECES_EACH ? [] : [`${held.pieces} pieces held by one account`]),
    ...(after.orders + after.phones + after.pieces === 0 && rows.length === 0 ? [] : ['something is held for ever']),
    ...((await shop.couponState(couponId)) === 'efficient' ? [] : ['a coupon did not come back']),
  ]
}

const heldBy = async ({ pool }: ShopHarness, { userId }: Person, activityId: number) => {
  const { rows } = await pool.query<{ orders: number; phones: number; pieces: number }>(
    `select (select count(*) from orders where user_id = $1 and state = 'pending')::int as orders,
       (select coalesce(sum(quantity), 0) from stock_reservations join orders on orders.id = order_id where user_id = $1)::int as phones,
       (select coalesce(sum(quantity), 0) from seckill_claims where user_id = $1 and activity_id = $2)::int as pieces`,
    [userId, activityId],
  )
  return rows[0] ?? { orders: 0, phones: 0, pieces: 0 }
}

/** Repeated unpaid renewals must not extend the rental. */
const chainRenewals = async (harness: ShopHarness, random: Random): Promise<string[]> => {
  const { server, shop, people, run, pool } = harness
  const person = await people.addPerson()
  const { rows } = await pool.query<{ id: string; price_cents: number }>(
    'select id, price_cents::int from billable_products where config_id = $1 and good_time_hours = 168 and not is_metered',
    [shop.configId],
  )
  const { id = 0, price_cents: goodPrice = 0 } = rows[0] ?? {}
  const device = await people.addDevice(person.userId, {
    configId: shop.configId,
    zoneId: shop.zoneId,
    expiresAt: server.clock.now(),
  })
  await pool.query('update zone_stock set rented = rented + 1 where zone_id = $1 and config_id = $2', [
    shop.zoneId,
    shop.configId,
  ])
  await run('devices.sweep')
  const expiredAt = server.clock.now().getTime()
  const renewal = { id: Number(id), goodPrice, quantity: 1, totalCents: goodPrice, deviceIds: [device.id] }
  server.clock.advance(2 * HOUR_MS - MINUTE_MS)
  let tries = 0
  while ((await people.stateOf(device.id)) !== 'released' && tries < 60) {
    tries += 1
    await call(harness, person, 'createCloudOrder', renewal)
    server.clock.advance(random.integer(1, 5) * MINUTE_MS)
    await run('orders.expire')
    await run('devices.sweep')
  }
  const keptMs = server.clock.now().getTime() - expiredAt
  const mostMs = 2 * HOUR_MS + ORDER_LIFETIME_MS + 6 * MINUTE_MS
  return keptMs <= mostMs ? [] : [`unpaid renewals kept an expired phone for ${keptMs / MINUTE_MS} minutes`]
}

/** A metered phone that is stopped after one hour. */
const stopMetered = async (harness: ShopHarness): Promise<string[]> => {
  const { server, shop, people, run } = harness
  const tenant = createTenant(server, shop, await people.addPerson())
  const hour = await tenant.productOf(1, true)
  await tenant.fill('beans', hour.priceCents)
  const { deviceId } = await tenant.rent(hour.id, 1, PayMethod.beans)
  await tenant.call('device/stopDevice', { deviceIds: [deviceId] })
  server.clock.advance(2 * HOUR_MS)
  for (let day = 0; day < 8; day += 1) {
    await tenant.call('device/startDevice', { deviceIds: [deviceId] })
    await tenant.call('device/stopDevice', { deviceIds: [deviceId] })
    server.clock.advance(DAY_MS)
    await run('devices.releaseStopped')
  }
  const state = await people.stateOf(deviceId)
  return state === 'released' ? [] : [`a metered phone that nobody pays for is ${state} after eight days`]
}

/** Repeated purchases with early return. */
const returnAll = async (harness: ShopHarness, random: Random): Promise<string[]> => {
  const { server, shop, people } = harness
  const tenant = createTenant(server, shop, await people.addPerson())
  await tenant.fill('balance', 1_000_000)
  const { deviceIds } = await tenant.rent(shop.productId, random.integer(RETURNS_PER_MONTH + 1, 5))
  const answers = await Promise.all(
    [...deviceIds, ...deviceIds].map((deviceId) => tenant.call('device/returnDevice', { deviceId })),
  )
  const returned = answers.filter(({ code }) => code === 200).length
  return returned === RETURNS_PER_MONTH ? [] : [`${returned} phones of one account were given back in a month`]
}

/** A trial claimed many times at once, given up, claimed again, and kept by a phone that no longer answers. */
const tryForever = async ({ server, people, pool, run, shop }: ShopHarness): Promise<string[]> => {
  const { token, userId } = await people.addPerson()
  const claim = () => server.post(claimTrialDevice.path, {}, { token, headers: { 'idempotency-key': shop.nextKey() } })
  const claimed = await Promise.all(Array.from({ length: AT_ONCE }, claim))
  const phones = async (states: string) =>
    Number((await pool.query(`select from devices where owner_id = $1 and state ${states}`, [userId])).rowCount)
  const held = await phones(`<> 'released'`)
  await eventually(async () => assert.equal(await phones(`= 'running'`), 1))
  await pool.query(`update devices set state = 'faulty', state_deadline = 'infinity' where owner_id = $1`, [userId])
  server.clock.advance(TRIAL_MS)
  await run('devices.sweep')
  const kept = await phones(`<> 'released'`)
  const again = await claim()
  return [
    ...(held === 1 && claimed.every(({ code }) => code === 200) ? [] : [`${held} trials of one account`]),
    ...(kept === 0 ? [] : ['a trial phone that does not answer outlives its trial']),
    ...(again.code === 200 ? ['a second trial'] : []),
  ]
}

/** Titles written at once, and an invoice of an order that nobody has paid. */
const fillInvoices = async (harness: ShopHarness): Promise<string[]> => {
  const { server, people, goods, shop } = harness
  const person = await people.addPerson()
  const { token } = person
  const title = { kind: 'personal', name: '张三' }
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => server.post(addTitle.path, title, { token })))
  const added = answers.filter(({ code }) => code === 200)
  const [good] = goods
  const order = await call(harness, person, 'createCloudOrderNew', {
    items: [{ id: good?.id, quantity: 1, goodPrice: good?.priceCents }],
    zoneId: good?.zoneId,
    imageType: 1,
    totalCents: good?.priceCents,
  })
  const titleId = (added[0]?.data as { titleId: number } | undefined)?.titleId
  const { orderId } = order.data as OrderInfo
  const headers = { 'idempotency-key': shop.nextKey() }
  const invoice = await server.post(requestInvoice.path, { titleId, orderIds: [orderId] }, { token, headers })
  return [
    ...(added.length === MAX_TITLES ? [] : [`${added.length} titles of one account`]),
    ...(invoice.code === 200 ? ['an invoice of an order that was not paid'] : []),
  ]
}
