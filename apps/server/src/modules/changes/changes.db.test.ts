import type { ChangeOffer, ChangeOptions, ChangeTarget, VideoOptions } from '@yunji/contract/change/schema'
import { GoodsLevel } from '@yunji/contract/commodity/enums'
import { OrderStatus, PayMethod } from '@yunji/contract/order/enums'
import type { OrderInfo } from '@yunji/contract/order/schema'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts'
import { zoneStock } from '../../tables/catalogue.ts'
import { deviceChanges } from '../../tables/changes.ts'
import { devices } from '../../tables/devices.ts'
import { createDevices } from '../../testing/devices.ts'
import { createTenant, type Tenant } from '../../testing/rented.ts'
import { type ServerHarness, startServerHarness } from '../../testing/server-harness.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { auditLedger } from '../ledger/index.ts'

const MONTH_HOURS = 720
const FUND_CENTS = 100_000

let server: ServerHarness
let shop: Shop
let make: ReturnType<typeof createDevices>
let tenant: Tenant
let deviceId = 0
let phoneId = ''
beforeAll(async () => {
  server = await startServerHarness()
  shop = await openShop(server)
  make = createDevices(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  await tenant.fill('balance', FUND_CENTS)
  ;({ deviceId } = await tenant.rent(shop.productId))
  ;({ phoneId } = await tenant.deviceOf(deviceId))
})

const options = async (): Promise<ChangeOptions> => {
  const answer = await server.get(`/vmcloud/api/change/getChangeOptions?deviceId=${deviceId}`, tenant)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as ChangeOptions
}
const monthOf = (target: ChangeTarget | undefined): ChangeOffer =>
  target?.offers.find(({ goodTime }) => goodTime === MONTH_HOURS) as ChangeOffer
const submit = (call: string, body: object, as: { token: string } = tenant) =>
  server.post(
    `/vmcloud/api/${call}`,
    { deviceId, ...body },
    { token: as.token, headers: { 'idempotency-key': shop.nextKey() } },
  )
const order = async (offer: ChangeOffer, quotedAt?: number): Promise<OrderInfo> => {
  const body = { id: offer.id, totalCents: offer.payableCents, ...(quotedAt !== undefined && { quotedAt }) }
  const answer = await submit('order/createUpOrDownOrder', body)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as OrderInfo
}
const stockOf = async (configId: number) => {
  const isPlace = and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, configId))
  const [row] = await server.database.db.select().from(zoneStock).where(isPlace)
  return row as typeof zoneStock.$inferSelect
}
const setDevice = (fields: Partial<typeof devices.$inferInsert>) =>
  server.database.db.update(devices).set(fields).where(eq(devices.id, deviceId))

describe('what a device can become', () => {
  it('is other configurations of its goods and other goods, on its own Android line', async () => {
    const { device, configurations, models } = await options()
    expect(device).toMatchObject({ deviceId, creditCents: 1080, configuration: { configId: shop.configId } })
    expect(configurations.length).toBeGreaterThan(0)
    expect(new Set(configurations.map(({ goodId }) => goodId)).size).toBe(1)
    expect(new Set(models.map(({ goodsLevel }) => goodsLevel))).toEqual(new Set([2, 3, 4, 5]))
    const all = [...configurations, ...models]
    expect(all.every(({ configuration }) => configuration.version === '10/B')).toBe(true)
    expect(all.some(({ configuration }) => configuration.isVideoEdition)).toBe(false)
    expect(all.some(({ configuration }) => configuration.configId === shop.configId)).toBe(false)
  })

  it('costs its price less what the device is still worth, line by line', async () => {
    server.clock.advance(15 * DAY_MS)
    const { configurations } = await options()
    const offer = monthOf(configurations[0])
    expect(offer).toMatchObject({ goodPrice: 2400, creditCents: 540, payableCents: 1860, extraSeconds: 0 })
    expect(offer.lines).toEqual([
      { label: '商品金额', amountCents: 2400 },
      { label: '剩余价值抵扣', amountCents: -540 },
    ])
  })

  it('is nobody else’s to see', async () => {
    const stranger = await make.addPerson()
    const path = `change/getChangeOptions?deviceId=${deviceId}`
    expect(await server.get(`/vmcloud/api/${path}`, stranger)).toMatchObject({ code: 1031 })
    const body = { id: shop.productId + 7, totalCents: 1 }
    expect(await submit('order/createUpOrDownOrder', body, stranger)).toMatchObject({ code: 1031 })
    expect(await submit('change/changeByCredit', { id: body.id }, stranger)).toMatchObject({ code: 1031 })
  })
})

describe('a change that is paid for', () => {
  it('becomes the new configuration with everything on it, and is worth what it has cost', async () => {
    const { configurations } = await options()
    const target = configurations[0] as ChangeTarget
    const offer = monthOf(target)
    const before = await stockOf(target.configuration.configId)
    const { orderId, title } = await order(offer)
    expect(title).toMatch(/^变更为.+ · 4 核 4 GB$/)
    expect((await stockOf(target.configuration.configId)).reserved).toBe(before.reserved + 1)
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    const { configId, memoryGb, storageGb } = target.configuration
    expect(server.supplier.resized).toContainEqual({ phoneId, memoryGb, storageGb })
    expect(await tenant.deviceOf(deviceId)).toMatchObject({
      configId,
      productId: offer.id,
      phoneId,
      state: 'running',
      expiresAt: later(server.clock.now(), 30 * DAY_MS),
    })
    expect(await stockOf(configId)).toMatchObject({ reserved: before.reserved, rented: before.rented + 1 })
    // 1080 of the old phone and 1320 on top of it: nothing was lost, and nothing counts twice.
    expect((await options()).device.creditCents).toBe(2400)
    expect(await tenant.wallet()).toMatchObject({ balanceCents: FUND_CENTS - 1080 - 1320 })
    expect(await auditLedger(server.database.db)).toEqual([])
  })

  it('goes to another model too, which the device then is', async () => {
    const { models } = await options()
    const target = models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.flagship) as ChangeTarget
    const { orderId } = await order(monthOf(target))
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    expect(await tenant.deviceOf(deviceId)).toMatchObject({ goodsLevel: 3, buttons: [1, 2, 3, 4] })
  })

  it('keeps the price that was told for some minutes, and says by how much it is another afterwards', async () => {
    const { configurations, quotedAt } = await options()
    const offer = monthOf(configurations[0])
    server.clock.advance(6 * 60 * MINUTE_MS)
    const late = await submit('order/createUpOrDownOrder', { id: offer.id, totalCents: offer.payableCents, quotedAt })
    expect(late).toMatchObject({ code: 1023, data: { sentCents: 1320, differenceCents: 9 } })
    const again = await options()
    server.clock.advance(9 * MINUTE_MS)
    expect(await order(monthOf(again.configurations[0]), again.quotedAt)).toMatchObject({ payableCents: 1329 })
  })

  it('takes no price that is not so, and nothing that the device cannot become', async () => {
    const offer = monthOf((await options()).configurations[0])
    const tamper = (id: number, totalCents: number) => submit('order/createUpOrDownOrder', { id, totalCents })
    expect(await tamper(offer.id, 1)).toMatchObject({ code: 1023, data: { currentCents: offer.payableCents } })
    expect(await tamper(shop.productId, 100)).toMatchObject({ code: 1022 })
    expect(await tamper(9_999_999, 100)).toMatchObject({ code: 1022 })
    expect(await submit('order/createVideoOrder', { id: offer.id, totalCents: offer.payableCents })).toMatchObject({
      code: 1022,
    })
  })

  it.each([
    ['backingUp', 1034],
    ['restoring', 1035],
    ['rebooting', 1065],
    ['faulty', 1031],
  ] as const)('is refused while the device is %s (%i)', async (state, code) => {
    const offer = monthOf((await options()).configurations[0])
    await setDevice({ state, stateDeadline: later(server.clock.now(), DAY_MS) })
    expect(await submit('order/createUpOrDownOrder', { id: offer.id, totalCents: 1 })).toMatchObject({ code })
    await setDevice({ state: 'running', stateDeadline: null })
  })

  it('is refused once the time is up, and for a phone that is metered', async () => {
    const offer = monthOf((await options()).configurations[0])
    await setDevice({ expiresAt: server.clock.now() })
    const expired = await submit('order/createUpOrDownOrder', { id: offer.id, totalCents: 1 })
    expect(expired).toMatchObject({ code: 1080, msg: '设备已到期，请先续费' })
    await setDevice({ expiresAt: later(server.clock.now(), DAY_MS), isMetered: true })
    const metered = await submit('order/createUpOrDownOrder', { id: offer.id, totalCents: 1 })
    expect(metered).toMatchObject({ code: 1080, msg: '按时计费的设备请先转为包月' })
    await setDevice({ isMetered: false })
  })

  it('stands alone: a second order waits until the first is over', async () => {
    const { configurations } = await options()
    const { orderId } = await order(monthOf(configurations[0]))
    const { id, payableCents: totalCents } = monthOf(configurations[1])
    const second = await submit('order/createUpOrDownOrder', { id, totalCents })
    expect(second).toMatchObject({ code: 1080, msg: '设备有未完成的变更订单，请先支付或取消' })
    await tenant.call('order/cancelOrder', { orderId })
    expect(await submit('order/createUpOrDownOrder', { id, totalCents })).toMatchObject({ code: 200 })
  })

  it('that fails leaves the phone as it was and pays back', async () => {
    const before = await tenant.deviceOf(deviceId)
    const target = (await options()).configurations[0] as ChangeTarget
    const stock = await stockOf(target.configuration.configId)
    const { orderId } = await order(monthOf(target))
    const { memoryGb, storageGb } = target.configuration
    server.supplier.failing.set(`${phoneId}:${memoryGb}/${storageGb}`, 'noSpace')
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    const { configId, productId, expiresAt } = before
    expect(await tenant.deviceOf(deviceId)).toMatchObject({ configId, productId, expiresAt, state: 'running' })
    expect(server.supplier.resized.at(-1)).toEqual({ phoneId, memoryGb: 3, storageGb: 32 })
    expect(await stockOf(target.configuration.configId)).toEqual(stock)
    expect(await tenant.wallet()).toMatchObject({ balanceCents: FUND_CENTS - 1080 })
    expect((await options()).device.creditCents).toBe(1080)
    const { data } = await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, tenant)
    expect(data).toMatchObject({ failure: '配置未能变更，设备保持原样，款项原路退回' })
    expect(await auditLedger(server.database.db)).toEqual([])
  })

  it('of a device that is another by then is paid back', async () => {
    const { orderId } = await order(monthOf((await options()).configurations[0]))
    await setDevice({ state: 'expired', stateDeadline: later(server.clock.now(), DAY_MS) })
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    expect(await tenant.wallet()).toMatchObject({ balanceCents: FUND_CENTS - 1080 })
    await setDevice({ state: 'running', stateDeadline: null })
  })

  it('waits for a device that is busy, and pays back when that takes too long', async () => {
    const { orderId } = await order(monthOf((await options()).configurations[0]))
    await setDevice({ state: 'rebooting', stateDeadline: later(server.clock.now(), DAY_MS) })
    await tenant.pay(orderId)
    expect((await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, tenant)).data).toMatchObject({
      status: OrderStatus.paid,
    })
    server.clock.advance(10 * MINUTE_MS)
    await tenant.ended(orderId, OrderStatus.refunded)
    await setDevice({ state: 'running', stateDeadline: null })
  })

  it('takes a coupon for upgrades, and no other', async () => {
    const offer = monthOf((await options()).configurations[0])
    const wrong = await shop.giveCoupon(tenant.userId, { businessType: 1 })
    const right = await shop.giveCoupon(tenant.userId, { businessType: 2 })
    const ask = (couponId: number) =>
      submit('order/createUpOrDownOrder', { id: offer.id, totalCents: offer.payableCents - 100, couponId })
    expect(await ask(wrong)).toMatchObject({ code: 1080 })
    expect(await ask(right)).toMatchObject({ code: 200 })
  })
})

describe('a change that the remaining value pays for', () => {
  const dear = async () => {
    const { models } = await options()
    const target = models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.supreme) as ChangeTarget
    const { orderId } = await order(monthOf(target))
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
  }

  it('is a task without an order, and what is left becomes time', async () => {
    await dear()
    const { device, models } = await options()
    expect(device.creditCents).toBe(9600)
    const target = models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.enjoy) as ChangeTarget
    const offer = monthOf(target)
    expect(offer).toMatchObject({ payableCents: 0, creditCents: 1800 })
    const paid = await submit('order/createUpOrDownOrder', { id: offer.id, totalCents: 0 })
    expect(paid).toMatchObject({ code: 1021 })
    const { balanceCents } = await tenant.wallet()
    const answer = await submit('change/changeByCredit', { id: offer.id })
    expect(answer).toMatchObject({ code: 200, data: { taskId: expect.any(Number) } })
    await eventually(async () =>
      expect(await tenant.deviceOf(deviceId)).toMatchObject({
        state: 'running',
        goodsLevel: 1,
        // 9600 at 1800 for thirty days.
        expiresAt: later(server.clock.now(), 160 * DAY_MS),
      }),
    )
    expect((await options()).device.creditCents).toBe(9600)
    expect(await tenant.wallet()).toMatchObject({ balanceCents })
  })

  it('is refused where the value does not suffice, with what is missing', async () => {
    const offer = monthOf((await options()).configurations[0])
    expect(await submit('change/changeByCredit', { id: offer.id })).toMatchObject({
      code: 1023,
      data: { currentCents: 1320 },
    })
  })

  it('happens once, however often it is asked for at once', async () => {
    await dear()
    const target = (await options()).models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.enjoy)
    const { id } = monthOf(target)
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit('change/changeByCredit', { id })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const open = await server.database.db.$count(
      deviceChanges,
      and(eq(deviceChanges.deviceId, deviceId), eq(deviceChanges.paidCents, 0)),
    )
    expect(open).toBe(1)
  })
})

it('upgrades to the video edition of its own goods, which is not bought by itself', async () => {
  const video = async () => {
    const { data } = await server.get(`/vmcloud/api/change/getVideoOptions?deviceId=${deviceId}`, tenant)
    return (data as VideoOptions).targets
  }
  expect(await video()).toEqual([])
  const { models } = await options()
  const flagship = models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.flagship) as ChangeTarget
  const first = await order(monthOf(flagship))
  await tenant.pay(first.orderId)
  await tenant.ended(first.orderId, OrderStatus.fulfilled)
  const [target] = await video()
  expect(target).toMatchObject({ goodId: flagship.goodId, configuration: { isVideoEdition: true } })
  const { id, payableCents, goodPrice } = monthOf(target)
  const direct = { items: [{ id, quantity: 1, goodPrice }], zoneId: shop.zoneId, imageType: 1, totalCents: goodPrice }
  expect(await shop.order(tenant.token, direct)).toMatchObject({ code: 1022 })
  const { data } = await submit('order/createVideoOrder', { id, totalCents: payableCents })
  const { orderId } = data as OrderInfo
  await tenant.pay(orderId)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  expect(await tenant.deviceOf(deviceId)).toMatchObject({
    configId: target?.configuration.configId,
    buttons: [1, 2, 3],
  })
  expect(await video()).toEqual([])
})

it('is paid with beans as well', async () => {
  await tenant.fill('beans', 10_000)
  const { orderId } = await order(monthOf((await options()).configurations[0]))
  await tenant.pay(orderId, PayMethod.beans)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  expect(await tenant.wallet()).toMatchObject({ beansCents: 10_000 - 1320 })
})
