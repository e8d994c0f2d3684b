import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eventually } from '@yunji/testkit/eventually'
import { and, asc, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSealedTexts } from '../../../platform/sealed-texts.ts'
import { singleKey } from '../../../platform/signing-keys.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { dropConnections } from '../../../testing/connections.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../ledger/index.ts'
import { fulfilJob } from './index.ts'

const HOUR_MS = 3_600_000
const WEEK_HOURS = 7 * 24
const WEEK_MS = WEEK_HOURS * HOUR_MS

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let tenant: Tenant
let week: typeof billableProducts.$inferSelect
beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  week = await tenant.productOf(WEEK_HOURS)
  await tenant.fill('balance', 50_000)
})

const sweep = () => server.periodicJobs.find(({ name }) => name === 'devices.sweep')?.run()
const own = (fields = {}) => make.addDevice(tenant.userId, { configId: shop.configId, ...fields })
const terms = (quantity = 1, offCents = 0) => ({
  id: week.id,
  goodPrice: week.priceCents,
  totalCents: week.priceCents * quantity - offCents,
})
const order = async (deviceIds: readonly number[], fields: object = terms(deviceIds.length)): Promise<OrderInfo> => {
  const answer = await tenant.renew(deviceIds, { ...fields })
  expect(answer).toMatchObject({ code: 200, data: { kind: 'renew' } })
  return answer.data as OrderInfo
}
const sharesOf = (orderId: number) =>
  server.database.db
    .select()
    .from(orderDevices)
    .where(eq(orderDevices.orderId, orderId))
    .orderBy(asc(orderDevices.deviceId))

const fulfil = (orderId: number) => {
  const sealedTexts = createSealedTexts(singleKey(Buffer.alloc(32, 7)))
  return fulfilJob({ ...server, sealedTexts, jobs: server.jobs }).run({ orderId })
}
const change = (deviceId: number, fields: Partial<typeof devices.$inferInsert>) =>
  server.database.db.update(devices).set(fields).where(eq(devices.id, deviceId))

describe('a renewal that is paid', () => {
  it('before the end counts from the end', async () => {
    const { id, expiresAt } = await own()
    const { orderId } = await order([id])
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    const device = await tenant.deviceOf(id)
    expect(device).toMatchObject({ state: 'running', productId: week.id })
    expect(device.expiresAt.getTime()).toBe(expiresAt.getTime() + WEEK_MS)
    expect(await sharesOf(orderId)).toMatchObject([
      { paidCents: week.priceCents, boughtSeconds: WEEK_MS / 1000, startsAt: expiresAt, returnedAt: null },
    ])
  })

  it('is kept for good, and so does not carry the name that its owner gave the phone', async () => {
    const { id } = await own({ name: '妈妈的手机' })
    const { orderId, title } = await order([id])
    expect(title).toBe('云手机续费')
    const { rows } = await server.database.pool.query<{ text: string }>(
      'select row_to_json(o)::text as text from orders o where id = $1',
      [orderId],
    )
    expect(rows[0]?.text).not.toContain('妈妈')
  })

  it('while the device is kept counts from the payment, and starts it again', async () => {
    const { id } = await own({ state: 'expired', expiresAt: server.clock.now() })
    const { orderId } = await order([id])
    server.clock.advance(HOUR_MS / 6)
    const paidAt = server.clock.now()
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    const device = await tenant.deviceOf(id)
    expect(device).toMatchObject({ state: 'running', stateDeadline: null })
    expect(device.expiresAt.getTime()).toBe(paidAt.getTime() + WEEK_MS)
  })

  it('costs each device what its own configuration costs, to the cent', async () => {
    const [other] = await server.database.db
      .select()
      .from(billableProducts)
      .where(
        and(
          eq(billableProducts.goodTimeHours, WEEK_HOURS),
          ne(billableProducts.priceCents, week.priceCents),
          ne(billableProducts.configId, shop.configId),
        ),
      )
      .orderBy(asc(billableProducts.id))
    const ids = [await own(), await own({ configId: other?.configId }), await own()].map(({ id }) => id)
    const totalCents = 2 * week.priceCents + (other?.priceCents ?? 0)
    const couponId = await shop.issueCoupon(tenant.userId, { parValue: 101 })
    const { orderId } = await order(ids, { ...terms(), totalCents: totalCents - 101, couponId })
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    const shares = await sharesOf(orderId)
    expect(shares.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(totalCents - 101)
    expect(shares.map(({ productId }) => productId)).toEqual([week.id, other?.id, week.id])
    expect(await shop.couponState(couponId)).toBe('used')
  })

  it('counts once, however often it is paid, carried out, and cut off on the way', async () => {
    const { id, expiresAt } = await own()
    const { orderId } = await order([id])
    await Promise.all(Array.from({ length: 4 }, () => tenant.pay(orderId)))
    const tries = Array.from({ length: 6 }, () => fulfil(orderId).catch(() => undefined))
    await dropConnections(server.database.url)
    await Promise.all(tries)
    await eventually(() => fulfil(orderId))
    await tenant.ended(orderId, OrderStatus.fulfilled)
    expect((await tenant.deviceOf(id)).expiresAt.getTime()).toBe(expiresAt.getTime() + WEEK_MS)
    expect(await tenant.wallet()).toMatchObject({ balanceCents: 50_000 - week.priceCents })
    expect(await auditLedger(server.database.db)).toEqual([])
  })

  it('after the device has gone is paid back, and the others are renewed', async () => {
    const [kept, gone] = [await own(), await own({ state: 'stopped' })]
    const { orderId } = await order([kept.id, gone.id])
    await tenant.call('device/deleteDevice', { deviceIds: [gone.id] })
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    expect((await tenant.deviceOf(kept.id)).expiresAt.getTime()).toBe(kept.expiresAt.getTime() + WEEK_MS)
    expect(await make.stateOf(gone.id)).toBe('released')
    expect(await tenant.wallet()).toMatchObject({ balanceCents: 50_000 - week.priceCents })
  })

  it('after a phone has become another is paid back for that phone', async () => {
    const [kept, given, metered, changed] = [await own(), await own(), await own(), await own()]
    const { orderId } = await order([kept.id, given.id, metered.id, changed.id])
    const { userId: ownerId } = await make.addPerson()
    await change(given.id, { ownerId })
    await change(metered.id, { isMetered: true })
    await change(changed.id, { configId: null })
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    expect((await tenant.deviceOf(kept.id)).expiresAt.getTime()).toBe(kept.expiresAt.getTime() + WEEK_MS)
    for (const { id, expiresAt } of [given, metered, changed])
      expect((await tenant.deviceOf(id)).expiresAt).toEqual(expiresAt)
    expect(await tenant.wallet()).toMatchObject({ balanceCents: 50_000 - week.priceCents })
  })

  it('waits while its phone is being changed', async () => {
    const { id, expiresAt } = await own()
    const { orderId } = await order([id])
    await change(id, { state: 'changingConfiguration', stateDeadline: expiresAt })
    await tenant.pay(orderId)
    await expect(fulfil(orderId)).rejects.toThrow(`device ${id} is being changed`)
    expect((await tenant.deviceOf(id)).expiresAt).toEqual(expiresAt)
    await change(id, { state: 'running', stateDeadline: null })
    await eventually(() => fulfil(orderId))
    await tenant.ended(orderId, OrderStatus.fulfilled)
    expect((await tenant.deviceOf(id)).expiresAt.getTime()).toBe(expiresAt.getTime() + WEEK_MS)
  })

  it('of nothing but devices that have gone is refunded, and says why', async () => {
    const { id } = await own({ state: 'stopped' })
    const { orderId } = await order([id])
    await tenant.call('device/deleteDevice', { deviceIds: [id] })
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    const { data } = await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, tenant)
    expect(data).toMatchObject({
      failure: '设备已释放或已变更，款项原路退回',
      refunds: [{ amountCents: week.priceCents, payMethod: PayMethod.balance, state: 'refunded' }],
    })
    expect(await tenant.wallet()).toMatchObject({ balanceCents: 50_000 })
  })
})

describe('a renewal that may still be paid', () => {
  const expire = async () => {
    const { id } = await own({ expiresAt: server.clock.now() })
    await sweep()
    expect(await make.stateOf(id)).toBe('expired')
    return id
  }

  it('holds the release until it ends', async () => {
    const id = await expire()
    server.clock.advance(2 * HOUR_MS - 60_000)
    const { orderId } = await order([id])
    server.clock.advance(10 * 60_000)
    await sweep()
    expect(await make.stateOf(id)).toBe('expired')
    await tenant.call('order/cancelOrder', { orderId })
    server.clock.advance(30_000)
    await sweep()
    expect(await make.stateOf(id)).toBe('released')
  })

  it('holds it once: a second unpaid one does not, and none is kept by orders that overlap', async () => {
    const id = await expire()
    server.clock.advance(2 * HOUR_MS - 60_000)
    const first = await order([id])
    server.clock.advance(60_000)
    await sweep()
    expect(await make.stateOf(id)).toBe('expired')
    await order([id])
    await tenant.call('order/cancelOrder', { orderId: first.orderId })
    server.clock.advance(30_000)
    await sweep()
    expect(await make.stateOf(id)).toBe('released')
  })

  it('holds a later end again, once the phone was renewed', async () => {
    const id = await expire()
    server.clock.advance(2 * HOUR_MS - 60_000)
    const { orderId } = await order([id])
    server.clock.advance(60_000)
    await sweep()
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    const { expiresAt } = await tenant.deviceOf(id)
    server.clock.advance(expiresAt.getTime() - server.clock.now().getTime())
    await sweep()
    server.clock.advance(2 * HOUR_MS - 60_000)
    await order([id])
    server.clock.advance(60_000)
    await sweep()
    expect(await make.stateOf(id)).toBe('expired')
  })

  it('is all that holds it', async () => {
    const id = await expire()
    server.clock.advance(2 * HOUR_MS)
    await Promise.all([sweep(), sweep()])
    expect(await make.stateOf(id)).toBe('released')
    expect(await tenant.renew([id], terms())).toMatchObject({ code: 1031 })
  })
})

describe('a renewal is refused', () => {
  it('of more than fifty phones', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1)
    expect(await tenant.renew(ids, terms(51))).toMatchObject({ code: 1014 })
  })

  it('at another price, with the exact difference', async () => {
    const { id } = await own()
    const cheap = { ...terms(), goodPrice: week.priceCents - 1 }
    expect(await tenant.renew([id], cheap)).toMatchObject({
      code: 1016,
      data: { lines: [{ id: week.id, currentCents: week.priceCents, differenceCents: 1 }] },
    })
    expect(await tenant.renew([id], terms(1, 5))).toMatchObject({ code: 1023, data: { differenceCents: 5 } })
  })

  it('by a product of another configuration, or by none', async () => {
    const { id } = await own()
    const [foreign] = await server.database.db
      .select()
      .from(billableProducts)
      .where(and(eq(billableProducts.goodTimeHours, WEEK_HOURS), ne(billableProducts.configId, shop.configId)))
    expect(await tenant.renew([id], { ...terms(), id: foreign?.id })).toMatchObject({ code: 1016 })
    expect(await tenant.renew([id], { ...terms(), id: 9_999_999 })).toMatchObject({ code: 1022 })
  })

  it('of what is not own, metered, new, or not sold any more', async () => {
    const stranger = await make.addPerson()
    const { id: foreign } = await make.addDevice(stranger.userId, { configId: shop.configId })
    expect(await tenant.renew([foreign], terms())).toMatchObject({ code: 1031 })
    const refused = [{ isMetered: true }, { state: 'creating' as const }, { configId: null }]
    for (const fields of refused) {
      const { id } = await own(fields)
      expect(await tenant.renew([id], terms())).toMatchObject({ code: 1080, msg: expect.stringContaining('测试机：') })
    }
    const { id } = await own()
    expect(await tenant.renew([id], { ...terms(2), quantity: 2 })).toMatchObject({ code: 1080 })
  })
})
