import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eq, inArray } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { devices } from '../../../tables/devices.ts'
import { orderItems, orders } from '../../../tables/orders.ts'
import { createDevices } from '../../../testing/devices.ts'
import { type ServerHarness, startServerHarness } from '../../../testing/server-harness.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { auditLedger } from '../ledger/index.ts'
import { payFromWallet } from '../payments/index.ts'

const PAID_MS = 60 * MINUTE_MS

let server: ServerHarness
let shop: Shop
let people: ReturnType<typeof createDevices>
let tenant: Tenant
let log: Record<string, unknown>[] = []
beforeAll(async () => {
  const write = (line: string) => void log.push(JSON.parse(line))
  server = await startServerHarness({}, pino({ level: 'error' }, { write }))
  shop = await openShop(server)
  people = createDevices(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  tenant = createTenant(server, shop, await people.addPerson())
  await tenant.fill('balance', 100_000)
  log = []
})

const settle = async (): Promise<void> => {
  const round = server.periodicJobs.find(({ name }) => name === 'orders.settleOverdue')
  if (!round) throw new Error('no round settles overdue orders')
  await round.run()
}
const infoOf = async (orderId: number) =>
  (await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, tenant)).data as OrderInfo

/** A paid order whose job was lost. */
const payUnheard = async (quantity = 1): Promise<OrderInfo> => {
  const { goodPrice, oldGoodPrice, firstPurchase } = await shop.priceOf(shop.productId, tenant.token)
  const unit = quantity > 1 && firstPurchase ? (oldGoodPrice ?? 0) : goodPrice
  const items = [{ id: shop.productId, quantity, goodPrice: unit }]
  const body = { items, zoneId: shop.zoneId, imageType: 1, totalCents: unit * quantity }
  const { data } = await shop.order(tenant.token, body)
  const order = data as OrderInfo
  const deaf = { ...server, jobs: { add: async () => undefined } }
  await payFromWallet(deaf)({ userId: tenant.userId, sessionId: 0 } as never, order.orderId, PayMethod.balance)
  return order
}

/** Fulfilled in truth, and not written down. */
const forget = (orderId: number) =>
  server.database.db.update(orders).set({ state: 'paid', endedAt: null }).where(eq(orders.id, orderId))

const comeUpNever = (deviceIds: readonly number[]) =>
  server.database.db
    .update(devices)
    .set({ state: 'creating', stateDeadline: server.clock.now(), firstStartedAt: null, runningSince: null })
    .where(inArray(devices.id, [...deviceIds]))

describe('a paid order whose job was lost', () => {
  it('is begun again after five minutes', async () => {
    const { orderId } = await payUnheard(2)
    server.clock.advance(5 * MINUTE_MS - 1)
    await settle()
    expect(await infoOf(orderId)).toMatchObject({ status: OrderStatus.paid })
    server.clock.advance(1)
    await settle()
    await tenant.ended(orderId, OrderStatus.fulfilled)
  })

  it('is left to the next round while somebody else holds it, and keeps no other waiting', async () => {
    const [held, free] = [await payUnheard(), await payUnheard()]
    server.clock.advance(5 * MINUTE_MS)
    await server.database.db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, held.orderId)).for('update')
      await settle()
      await tenant.ended(free.orderId, OrderStatus.fulfilled)
    })
    expect(await infoOf(held.orderId)).toMatchObject({ status: OrderStatus.paid })
    await settle()
    await tenant.ended(held.orderId, OrderStatus.fulfilled)
  })

  it('is still fulfilled after two days, and not paid back', async () => {
    const { orderId, payableCents } = await payUnheard()
    server.clock.advance(2 * DAY_MS)
    await settle()
    await settle()
    await tenant.ended(orderId, OrderStatus.fulfilled)
    expect(await tenant.wallet()).toMatchObject({ balanceCents: 100_000 - payableCents })
  })
})

describe('a paid order that cannot be begun', () => {
  it('is paid back at its deadline, and keeps no other from being fulfilled', async () => {
    const before = await shop.stock()
    const broken = await payUnheard(2)
    await server.database.db.delete(orderItems).where(eq(orderItems.orderId, broken.orderId))
    const sound = await payUnheard()
    server.clock.advance(PAID_MS - 1)
    await settle()
    await tenant.ended(sound.orderId, OrderStatus.fulfilled)
    expect(await infoOf(broken.orderId)).toMatchObject({ status: OrderStatus.paid })
    expect(log).toEqual([])
    server.clock.advance(1)
    await settle()
    await settle()
    expect(await infoOf(broken.orderId)).toMatchObject({
      status: OrderStatus.refunded,
      failure: '订单未能按时完成，款项原路退回',
    })
    expect(log).toMatchObject([{ level: 50, orderId: broken.orderId }])
    expect(await tenant.wallet()).toMatchObject({ balanceCents: 100_000 - sound.payableCents })
    expect((await shop.stock()).reserved).toBe(before.reserved)
    expect(await auditLedger(server.database.db)).toEqual([])
  })
})

describe('phones of a paid order', () => {
  it('that run in truth fulfil it, however late that is seen', async () => {
    const { orderId, deviceIds } = await tenant.rent(shop.productId, 2)
    const { balanceCents } = await tenant.wallet()
    await forget(orderId)
    server.clock.advance(2 * DAY_MS)
    await settle()
    expect(await infoOf(orderId)).toMatchObject({ status: OrderStatus.fulfilled })
    expect(await tenant.wallet()).toMatchObject({ balanceCents })
    expect(await Promise.all(deviceIds.map(people.stateOf))).toEqual(['running', 'running'])
  })

  it('that never came up and nobody works on are paid back; the others stay', async () => {
    const { orderId, deviceIds } = await tenant.rent(shop.productId, 3)
    const [up = 0, ...missing] = deviceIds
    const { balanceCents } = await tenant.wallet()
    const rented = (await shop.stock()).rented
    await forget(orderId)
    await comeUpNever(missing)
    server.clock.advance(PAID_MS - 1)
    await settle()
    expect(await infoOf(orderId)).toMatchObject({ status: OrderStatus.paid })
    server.clock.advance(1)
    await settle()
    await settle()
    expect(await infoOf(orderId)).toMatchObject({ status: OrderStatus.fulfilled })
    expect(await Promise.all([up, ...missing].map(people.stateOf))).toEqual(['running', 'released', 'released'])
    const { payableCents } = await infoOf(orderId)
    expect((await tenant.wallet()).balanceCents - balanceCents).toBe((payableCents * 2) / 3)
    expect((await shop.stock()).rented).toBe(rented - 2)
    expect(await auditLedger(server.database.db)).toEqual([])
  })

  it('stay where the refund fails, and the order waits for a person', async () => {
    const { orderId, deviceIds } = await tenant.rent(shop.productId, 2)
    const wallet = await tenant.wallet()
    await forget(orderId)
    await comeUpNever(deviceIds)
    const { rows } = await server.database.pool.query('select zone_id, config_id, rented from zone_stock')
    await server.database.pool.query('update zone_stock set rented = 0')
    server.clock.advance(PAID_MS)
    await settle()
    expect(await infoOf(orderId)).toMatchObject({ status: OrderStatus.paid })
    expect(await tenant.wallet()).toEqual(wallet)
    expect(log).toMatchObject([{ level: 50, orderId }])
    for (const { zone_id, config_id, rented } of rows)
      await server.database.pool.query('update zone_stock set rented = $3 where zone_id = $1 and config_id = $2', [
        zone_id,
        config_id,
        rented,
      ])
  })

  it('of which none came up are all paid back', async () => {
    const { orderId, deviceIds } = await tenant.rent(shop.productId, 2)
    await forget(orderId)
    await comeUpNever(deviceIds)
    server.clock.advance(PAID_MS)
    await settle()
    expect(await infoOf(orderId)).toMatchObject({ status: OrderStatus.refunded })
    expect(await tenant.wallet()).toMatchObject({ balanceCents: 100_000 })
  })

  it('that are being brought up are waited for', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    server.supplier.blockedBy = gate
    const { orderId } = await payUnheard()
    server.clock.advance(PAID_MS)
    await settle()
    await settle()
    expect(await infoOf(orderId)).toMatchObject({ status: OrderStatus.paid })
    open()
    await tenant.ended(orderId, OrderStatus.fulfilled)
  })
})
