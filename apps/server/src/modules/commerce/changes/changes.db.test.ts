import type { ChangeOffer, ChangeOptions, ChangeTarget, VideoOptions } from '@yunji/contract/commerce/change/schema'
import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { AUTO_RENEW_AHEAD_MS } from '@yunji/contract/commerce/renewal/rules'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { coupons } from '../../../tables/coupons.ts'
import { devices } from '../../../tables/devices.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../ledger/index.ts'

const MONTH_HOURS = 720
const FUND_CENTS = 100_000

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let tenant: Tenant
let deviceId = 0
let phoneId = ''
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
const order = async ({ id, quote, payableCents: totalCents }: ChangeOffer): Promise<OrderInfo> => {
  const answer = await submit('order/createUpOrDownOrder', { id, quote, totalCents })
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
    const { id, quote } = monthOf((await options()).configurations[0])
    const body = { id, quote, totalCents: 1 }
    expect(await submit('order/createUpOrDownOrder', body, stranger)).toMatchObject({ code: 1031 })
    expect(await submit('change/changeByCredit', { id, quote }, stranger)).toMatchObject({ code: 1031 })
  })
})

describe('the storage in use', () => {
  const usedStorage = (as: { token: string } = tenant) =>
    server.get(`/vmcloud/api/change/getUsedStorage?deviceId=${deviceId}`, as)

  it('is what the phone says, to its owner only', async () => {
    expect(await usedStorage()).toMatchObject({ code: 200, data: { usedBytes: server.supplier.storedBytes } })
    expect(await usedStorage(await make.addPerson())).toMatchObject({ code: 1031 })
  })

  it('is unknown while the phone is off or does not answer', async () => {
    server.supplier.failing.set(phoneId, 'unreachable')
    expect(await usedStorage()).toMatchObject({ code: 200, data: { usedBytes: null } })
    server.supplier.failing.delete(phoneId)
    await setDevice({ state: 'stopped' })
    expect(await usedStorage()).toMatchObject({ code: 200, data: { usedBytes: null } })
    await setDevice({ state: 'running' })
  })

  it('is asked for once, however many callers want it within a few seconds', async () => {
    const asked = vi.spyOn(server.supplier, 'usedStorageBytes')
    await Promise.all(Array.from({ length: 20 }, () => usedStorage()))
    expect(await usedStorage()).toMatchObject({ data: { usedBytes: server.supplier.storedBytes } })
    expect(asked).toHaveBeenCalledTimes(1)
    server.clock.advance(5000)
    await usedStorage()
    expect(asked).toHaveBeenCalledTimes(2)
  })
})

const lastTaskKind = async () => {
  const { rows } = await server.database.pool.query('select kind from tasks order by id desc limit 1')
  return rows[0]?.kind
}

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
    expect(await lastTaskKind()).toBe('changeConfig')
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
    expect(await lastTaskKind()).toBe('changeModel')
  })

  it('keeps the price of a quote for some minutes, and says by how much it is another afterwards', async () => {
    const { id, quote, payableCents: totalCents } = monthOf((await options()).configurations[0])
    server.clock.advance(6 * 60 * MINUTE_MS)
    const late = await submit('order/createUpOrDownOrder', { id, quote, totalCents })
    expect(late).toMatchObject({ code: 1016, msg: '报价已失效，请按最新报价确认' })
    expect(late.data).toEqual({ sentCents: 1320, currentCents: 1329, differenceCents: 9 })
    const again = monthOf((await options()).configurations[0])
    server.clock.advance(9 * MINUTE_MS)
    expect(await order(again)).toMatchObject({ payableCents: 1329 })
  })

  it('takes no price that is not so, and nothing that the device cannot become', async () => {
    const offer = monthOf((await options()).configurations[0])
    const { quote } = offer
    const tamper = (id: number, totalCents: number) => submit('order/createUpOrDownOrder', { id, quote, totalCents })
    expect(await tamper(offer.id, 1)).toMatchObject({ code: 1023, data: { currentCents: offer.payableCents } })
    expect(await tamper(shop.productId, 100)).toMatchObject({ code: 1022 })
    expect(await tamper(9_999_999, 100)).toMatchObject({ code: 1022 })
    const video = { id: offer.id, quote, totalCents: offer.payableCents }
    expect(await submit('order/createVideoOrder', video)).toMatchObject({ code: 1022 })
  })

  it.each([
    ['backingUp', 1034],
    ['restoring', 1035],
    ['rebooting', 1065],
    ['faulty', 1031],
  ] as const)('is refused while the device is %s (%i)', async (state, code) => {
    const offer = monthOf((await options()).configurations[0])
    await setDevice({ state, stateDeadline: later(server.clock.now(), DAY_MS) })
    expect(
      await submit('order/createUpOrDownOrder', { id: offer.id, quote: offer.quote, totalCents: 1 }),
    ).toMatchObject({ code })
    await setDevice({ state: 'running', stateDeadline: null })
  })

  it('is refused once the time is up, and for a phone that is metered', async () => {
    const offer = monthOf((await options()).configurations[0])
    await setDevice({ expiresAt: server.clock.now() })
    const expired = await submit('order/createUpOrDownOrder', { id: offer.id, quote: offer.quote, totalCents: 1 })
    expect(expired).toMatchObject({ code: 1080, msg: '设备已到期，请先续费' })
    await setDevice({ expiresAt: later(server.clock.now(), DAY_MS), isMetered: true })
    const metered = await submit('order/createUpOrDownOrder', { id: offer.id, quote: offer.quote, totalCents: 1 })
    expect(metered).toMatchObject({ code: 1080, msg: '按时计费的设备请先转为包月' })
    await setDevice({ isMetered: false })
  })

  it('stands alone: a second order waits until the first is over', async () => {
    const { configurations } = await options()
    const { orderId } = await order(monthOf(configurations[0]))
    const { id, quote, payableCents: totalCents } = monthOf(configurations[1])
    const second = await submit('order/createUpOrDownOrder', { id, quote, totalCents })
    expect(second).toMatchObject({ code: 1080, msg: '设备有未完成的变更订单，请先支付或取消' })
    await tenant.call('order/cancelOrder', { orderId })
    expect(await submit('order/createUpOrDownOrder', { id, quote, totalCents })).toMatchObject({ code: 200 })
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

  it('of a device that is worth something else by then is paid back', async () => {
    const { goodPrice } = await shop.priceOf(shop.productId, tenant.token)
    const renewal = await tenant.renew([deviceId], { id: shop.productId, goodPrice, totalCents: goodPrice })
    const { orderId: renewalId } = renewal.data as OrderInfo
    const target = (await options()).configurations[0] as ChangeTarget
    const stock = await stockOf(target.configuration.configId)
    const { orderId } = await order(monthOf(target))
    await tenant.pay(renewalId)
    await tenant.ended(renewalId, OrderStatus.fulfilled)
    const { configId, productId, expiresAt } = await tenant.deviceOf(deviceId)
    const { balanceCents } = await tenant.wallet()
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    expect(await tenant.deviceOf(deviceId)).toMatchObject({ configId, productId, expiresAt, state: 'running' })
    expect(await tenant.wallet()).toMatchObject({ balanceCents })
    expect(await stockOf(target.configuration.configId)).toEqual(stock)
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
    const wrong = await shop.issueCoupon(tenant.userId, { businessType: 1 })
    const right = await shop.issueCoupon(tenant.userId, { businessType: 2 })
    const { id, quote, payableCents } = offer
    const ask = (couponId: number) =>
      submit('order/createUpOrDownOrder', { id, quote, totalCents: payableCents - 100, couponId })
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
    const paid = await submit('order/createUpOrDownOrder', { id: offer.id, quote: offer.quote, totalCents: 0 })
    expect(paid).toMatchObject({ code: 1021, msg: '剩余价值足够抵扣，无需支付，可直接变更' })
    const { balanceCents } = await tenant.wallet()
    const answer = await submit('change/changeByCredit', { id: offer.id, quote: offer.quote })
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
    expect(await submit('change/changeByCredit', { id: offer.id, quote: offer.quote })).toMatchObject({
      code: 1023,
      data: { currentCents: 1320 },
    })
  })

  it('happens once, however often it is asked for at once', async () => {
    await dear()
    const target = (await options()).models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.enjoy)
    const { id, quote } = monthOf(target)
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit('change/changeByCredit', { id, quote })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const open = await server.database.db.$count(
      deviceChanges,
      and(eq(deviceChanges.deviceId, deviceId), eq(deviceChanges.paidCents, 0)),
    )
    expect(open).toBe(1)
  })
})

it('upgrades to the video edition of its own goods, which is not bought by itself', async () => {
  const askVideo = () => server.get(`/vmcloud/api/change/getVideoOptions?deviceId=${deviceId}`, tenant)
  const unsupported = { code: 1080, msg: '该设备暂不支持升视频版' }
  expect(await askVideo()).toMatchObject(unsupported)
  const { models } = await options()
  const flagship = models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.flagship) as ChangeTarget
  const first = await order(monthOf(flagship))
  await tenant.pay(first.orderId)
  await tenant.ended(first.orderId, OrderStatus.fulfilled)
  const [target] = ((await askVideo()).data as VideoOptions).targets
  expect(target).toMatchObject({ goodId: flagship.goodId, configuration: { isVideoEdition: true } })
  const { id, quote, payableCents, goodPrice } = monthOf(target)
  const direct = { items: [{ id, quantity: 1, goodPrice }], zoneId: shop.zoneId, imageType: 1, totalCents: goodPrice }
  expect(await shop.order(tenant.token, direct)).toMatchObject({ code: 1022 })
  const { data } = await submit('order/createVideoOrder', { id, quote, totalCents: payableCents })
  const { orderId } = data as OrderInfo
  await tenant.pay(orderId)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  expect(await tenant.deviceOf(deviceId)).toMatchObject({
    configId: target?.configuration.configId,
    buttons: [1, 2, 3],
  })
  expect(await askVideo()).toMatchObject(unsupported)
  expect(await lastTaskKind()).toBe('changeVideo')
})

describe('a device without the button', () => {
  it('of another configuration offers none and takes none', async () => {
    const { id, quote, payableCents: totalCents } = monthOf((await options()).configurations[0])
    await setDevice({ buttons: [1, 3, 4] })
    const left = await options()
    expect(left.configurations).toEqual([])
    expect(left.models).not.toEqual([])
    const refusal = { code: 1080, msg: '该设备暂不支持升降配置' }
    expect(await submit('order/createUpOrDownOrder', { id, quote, totalCents })).toMatchObject(refusal)
    expect(await submit('change/changeByCredit', { id, quote })).toMatchObject(refusal)
  })

  it('of another model offers none and takes none', async () => {
    const { id, quote, payableCents: totalCents } = monthOf((await options()).models[0])
    await setDevice({ buttons: [2, 3, 4] })
    expect((await options()).models).toEqual([])
    const refusal = { code: 1080, msg: '该设备暂不支持更换型号' }
    expect(await submit('order/createUpOrDownOrder', { id, quote, totalCents })).toMatchObject(refusal)
    expect(await submit('change/changeByCredit', { id, quote })).toMatchObject(refusal)
    await setDevice({ buttons: [3] })
    expect(await server.get(`/vmcloud/api/change/getChangeOptions?deviceId=${deviceId}`, tenant)).toMatchObject({
      code: 1080,
    })
  })

  it('of the video edition takes none', async () => {
    const flagship = (await options()).models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.flagship)
    const { orderId } = await order(monthOf(flagship))
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    const { data } = await server.get(`/vmcloud/api/change/getVideoOptions?deviceId=${deviceId}`, tenant)
    const { id, quote, payableCents: totalCents } = monthOf((data as VideoOptions).targets[0])
    await setDevice({ buttons: [1, 2, 3] })
    const refusal = { code: 1080, msg: '该设备暂不支持升视频版' }
    expect(await submit('order/createVideoOrder', { id, quote, totalCents })).toMatchObject(refusal)
    expect(await submit('change/changeByCredit', { id, quote })).toMatchObject(refusal)
  })
})

it('is paid with beans as well', async () => {
  await tenant.fill('beans', 10_000)
  const { orderId } = await order(monthOf((await options()).configurations[0]))
  await tenant.pay(orderId, PayMethod.beans)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  expect(await tenant.wallet()).toMatchObject({ beansCents: 10_000 - 1320 })
})

describe('a quote', () => {
  const LAST_MOMENT_MS = 10 * MINUTE_MS - 1000
  const INVALID = { code: 1016, msg: '报价已失效，请按最新报价确认' }
  const quoteFor = async (goodsLevel: number, hours = MONTH_HOURS) => {
    const { models, quotedAt } = await options()
    const offers = models.find((each) => each.goodsLevel === goodsLevel)?.offers
    return { quotedAt, ...(offers?.find(({ goodTime }) => goodTime === hours) as ChangeOffer) }
  }
  const running = () =>
    eventually(async () => expect(await tenant.deviceOf(deviceId)).toMatchObject({ state: 'running' }))
  const take = async (offer: Pick<ChangeOffer, 'id' | 'quote'>): Promise<void> => {
    const answer = await submit('change/changeByCredit', { id: offer.id, quote: offer.quote })
    expect(answer).toMatchObject({ code: 200 })
    await running()
  }
  const becomeSupreme = async () => {
    const { orderId } = await order(await quoteFor(GoodsLevel.supreme))
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
  }

  it('gains no time, however often it is taken at its last moment', async () => {
    await becomeSupreme()
    await take(await quoteFor(GoodsLevel.enjoy))
    await take(await quoteFor(GoodsLevel.supreme, 24))
    const first = await tenant.deviceOf(deviceId)
    for (let round = 0; round < 12; round += 1) {
      const cheap = await quoteFor(GoodsLevel.enjoy)
      server.clock.advance(LAST_MOMENT_MS)
      const left = (await options()).device.creditCents
      await take(cheap)
      expect(await tenant.deviceOf(deviceId)).toMatchObject({ expiresAt: new Date(cheap.expiresAt) })
      expect((await options()).device.creditCents).toBeLessThanOrEqual(left)
      await take(await quoteFor(GoodsLevel.supreme, 24))
      expect((await options()).device.creditCents).toBeLessThanOrEqual(left)
    }
    const last = await tenant.deviceOf(deviceId)
    expect(last.configId).toBe(first.configId)
    // It was a dear phone all the time, and its time went by as that of one.
    expect(last.expiresAt.getTime()).toBeLessThanOrEqual(first.expiresAt.getTime())
    expect(last.expiresAt.getTime()).toBeGreaterThan(first.expiresAt.getTime() - 2 * 60 * MINUTE_MS)
  })

  it('is refused where it is forged, or for another device, product or user', async () => {
    await becomeSupreme()
    const { id, quote } = await quoteFor(GoodsLevel.enjoy)
    const { id: otherId, quote: otherQuote } = await quoteFor(GoodsLevel.flagship)
    const ask = (body: object, as: { token: string } = tenant) => submit('change/changeByCredit', body, as)
    const [key = '', body = '', signature = ''] = quote.split('.')
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString())
    payload.payload.valueCents += 1
    const forged = `${key}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`
    for (const wrong of [forged, 'x', `${quote}x`, otherQuote])
      expect(await ask({ id, quote: wrong })).toMatchObject(INVALID)
    expect(await ask({ id: otherId, quote })).toMatchObject(INVALID)
    expect(await ask({ id })).toMatchObject({ code: 1080 })
    expect(await ask({ id, quote: 'x'.repeat(513) })).toMatchObject({ code: 1080 })
    const { deviceId: second } = await tenant.rent(shop.productId)
    expect(await ask({ id, quote, deviceId: second })).toMatchObject({ code: 1022 })
    expect(await ask({ id: otherId, quote: otherQuote, deviceId: second })).toMatchObject(INVALID)
    const paid = { id: otherId, quote: otherQuote, deviceId: second, totalCents: 1 }
    expect(await submit('order/createUpOrDownOrder', paid)).toMatchObject({ ...INVALID, data: { sentCents: 1 } })
    const neighbour = createTenant(server, shop, await make.addPerson())
    await neighbour.fill('balance', FUND_CENTS)
    const { deviceId: foreign } = await neighbour.rent(shop.productId)
    const foreignAsk = await ask({ id: otherId, quote: otherQuote, deviceId: foreign }, neighbour)
    expect(foreignAsk).toMatchObject(INVALID)
  })

  it('is refused after ten minutes, after a purchase and after a change', async () => {
    await becomeSupreme()
    const old = await quoteFor(GoodsLevel.enjoy)
    server.clock.advance(10 * MINUTE_MS)
    const ask = ({ id, quote }: Pick<ChangeOffer, 'id' | 'quote'>) => submit('change/changeByCredit', { id, quote })
    expect(await ask(old)).toMatchObject(INVALID)
    const before = await quoteFor(GoodsLevel.enjoy)
    const { productId } = await tenant.deviceOf(deviceId)
    const { goodPrice } = await shop.priceOf(productId ?? 0, tenant.token)
    const renewal = await tenant.renew([deviceId], { id: productId, goodPrice, totalCents: goodPrice })
    const { orderId } = renewal.data as OrderInfo
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    expect(await ask(before)).toMatchObject(INVALID)
    const [toEnjoy, toFlagship] = [await quoteFor(GoodsLevel.enjoy), await quoteFor(GoodsLevel.flagship)]
    server.clock.advance(MINUTE_MS)
    await take(await quoteFor(GoodsLevel.enjoy))
    expect(await ask(toFlagship)).toMatchObject(INVALID)
    await take(await quoteFor(GoodsLevel.supreme, 24))
    expect(await ask(toEnjoy)).toMatchObject(INVALID)
  })

  it('takes the device’s renewal by itself along, and ends it where the new time is a day', async () => {
    await becomeSupreme()
    await tenant.call('renewal/setAutoRenew', { deviceIds: [deviceId], isOn: true, payMethod: PayMethod.balance })
    const renewalOf = async () => {
      const { db } = server.database
      const [row] = await db.select().from(autoRenewals).where(eq(autoRenewals.deviceId, deviceId))
      return row
    }
    const toEnjoy = await quoteFor(GoodsLevel.enjoy)
    await take(toEnjoy)
    const { expiresAt } = await tenant.deviceOf(deviceId)
    const nextTryAt = later(expiresAt, -AUTO_RENEW_AHEAD_MS)
    expect(await renewalOf()).toMatchObject({ productId: toEnjoy.id, nextTryAt, failure: '' })
    await take(await quoteFor(GoodsLevel.supreme, 24))
    expect(await renewalOf()).toBeUndefined()
  })

  it('says when the new time begins, however long the payment and the work take', async () => {
    const offer = await quoteFor(GoodsLevel.flagship)
    server.clock.advance(9 * MINUTE_MS)
    const { orderId } = await order(offer)
    const { promise, resolve } = Promise.withResolvers<void>()
    server.supplier.blockedBy = promise
    server.clock.advance(10 * MINUTE_MS)
    await tenant.pay(orderId)
    await eventually(() => expect(server.supplier.resized.at(-1)).toMatchObject({ phoneId }))
    server.clock.advance(5 * MINUTE_MS)
    resolve()
    await tenant.ended(orderId, OrderStatus.fulfilled)
    server.supplier.blockedBy = Promise.resolve()
    expect(await tenant.deviceOf(deviceId)).toMatchObject({ expiresAt: new Date(offer.quotedAt + 30 * DAY_MS) })
    expect(offer.expiresAt).toBe(offer.quotedAt + 30 * DAY_MS)
  })

  it('of a change that fails leaves end and value as they were', async () => {
    await becomeSupreme()
    const before = await tenant.deviceOf(deviceId)
    const { device, models } = await options()
    const target = models.find(({ goodsLevel }) => goodsLevel === GoodsLevel.enjoy) as ChangeTarget
    const { memoryGb, storageGb } = target.configuration
    server.supplier.failing.set(`${phoneId}:${memoryGb}/${storageGb}`, 'noSpace')
    await take(monthOf(target))
    server.supplier.failing.clear()
    const { configId, productId, expiresAt } = before
    expect(await tenant.deviceOf(deviceId)).toMatchObject({ configId, productId, expiresAt })
    expect((await options()).device.creditCents).toBe(device.creditCents)
  })
})

describe('a renewal while the device is being changed', () => {
  const renewal = async () => {
    const { goodPrice } = await shop.priceOf(shop.productId, tenant.token)
    const { data } = await tenant.renew([deviceId], { id: shop.productId, goodPrice, totalCents: goodPrice })
    return data as OrderInfo
  }

  it.each([
    ['is paid back when it has become another', false],
    ['is carried out when it has stayed what it was', true],
  ])('waits, and %s', async (_what, isFailing) => {
    const { orderId: renewalId, payableCents } = await renewal()
    const target = (await options()).configurations[0] as ChangeTarget
    const { orderId } = await order(monthOf(target))
    const { memoryGb, storageGb } = target.configuration
    if (isFailing) server.supplier.failing.set(`${phoneId}:${memoryGb}/${storageGb}`, 'noSpace')
    const { promise, resolve } = Promise.withResolvers<void>()
    server.supplier.blockedBy = promise
    await tenant.pay(orderId)
    await eventually(async () =>
      expect(await tenant.deviceOf(deviceId)).toMatchObject({ state: 'changingConfiguration' }),
    )
    await tenant.pay(renewalId)
    const second = await tenant.renew([deviceId], {
      id: shop.productId,
      goodPrice: payableCents,
      totalCents: payableCents,
    })
    expect(second).toMatchObject({ code: 1080, msg: expect.stringContaining('设备正在变更配置，完成后再续费') })
    expect((await tenant.deviceOf(deviceId)).expiresAt).toEqual(later(server.clock.now(), 30 * DAY_MS))
    resolve()
    await tenant.ended(renewalId, isFailing ? OrderStatus.fulfilled : OrderStatus.refunded)
    server.supplier.blockedBy = Promise.resolve()
    server.supplier.failing.clear()
    const days = isFailing ? 60 : 30
    expect((await tenant.deviceOf(deviceId)).expiresAt).toEqual(later(server.clock.now(), days * DAY_MS))
    expect(await auditLedger(server.database.db)).toEqual([])
  })
})

describe('a change whose task is lost', () => {
  const settle = async (): Promise<void> => {
    const names = ['changes.endLost', 'orders.settleOverdue']
    for (const wanted of names) await server.periodicJobs.find(({ name }) => name === wanted)?.run()
  }
  const statusOf = async (orderId: number) =>
    ((await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, tenant)).data as OrderInfo).status
  const orderWithCoupon = async ({ id, quote, payableCents }: ChangeOffer) => {
    const couponId = await shop.issueCoupon(tenant.userId, { businessType: 2 })
    const body = { id, quote, totalCents: payableCents - 100, couponId }
    const answer = await submit('order/createUpOrDownOrder', body)
    expect(answer).toMatchObject({ code: 200 })
    return { orderId: (answer.data as OrderInfo).orderId, couponId }
  }
  const couponOf = async (couponId: number) => {
    const [row] = await server.database.db.select().from(coupons).where(eq(coupons.id, couponId))
    return row as typeof coupons.$inferSelect
  }

  it('is ended: money, credit, coupon and place go back, however often it is looked at', async () => {
    const before = await tenant.deviceOf(deviceId)
    const target = (await options()).configurations[0] as ChangeTarget
    const stock = await stockOf(target.configuration.configId)
    const { orderId, couponId } = await orderWithCoupon(monthOf(target))
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    server.supplier.blockedBy = gate
    await tenant.pay(orderId)
    await eventually(() => expect(server.supplier.resized.at(-1)).toMatchObject({ phoneId }))
    await settle()
    expect(await statusOf(orderId)).toBe(OrderStatus.paid)
    await server.database.db.delete(taskParts).where(eq(taskParts.deviceId, deviceId))
    open()
    // Its state has a deadline of its own.
    await settle()
    expect(await statusOf(orderId)).toBe(OrderStatus.paid)
    await setDevice({ state: 'running', stateDeadline: null })
    server.clock.advance(2 * DAY_MS)
    await settle()
    await settle()
    expect(await statusOf(orderId)).toBe(OrderStatus.refunded)
    expect(await couponOf(couponId)).toMatchObject({ state: 'efficient', usedAt: null, orderId: null })
    const { configId, productId, expiresAt } = before
    expect(await tenant.deviceOf(deviceId)).toMatchObject({ configId, productId, expiresAt })
    expect(await stockOf(target.configuration.configId)).toEqual(stock)
    expect(await tenant.wallet()).toMatchObject({ balanceCents: FUND_CENTS - 1080 })
    expect((await options()).device.creditCents).toBeGreaterThan(0)
    expect(await auditLedger(server.database.db)).toEqual([])
  })

  it('and had succeeded is made good: the device is what was paid for', async () => {
    const target = (await options()).configurations[0] as ChangeTarget
    const { configId } = target.configuration
    const stock = await stockOf(configId)
    const { orderId } = await order(monthOf(target))
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    server.supplier.blockedBy = gate
    await tenant.pay(orderId)
    await eventually(() => expect(server.supplier.resized.at(-1)).toMatchObject({ phoneId }))
    // As a version leaves it that does not know what hangs on this kind of task.
    await server.database.db
      .update(taskParts)
      .set({ state: 'succeeded', endedAt: server.clock.now() })
      .where(and(eq(taskParts.deviceId, deviceId), isNull(taskParts.endedAt)))
    await setDevice({ state: 'running', stateDeadline: null })
    open()
    await settle()
    expect(await statusOf(orderId)).toBe(OrderStatus.fulfilled)
    expect(await tenant.deviceOf(deviceId)).toMatchObject({ configId, state: 'running' })
    expect(await stockOf(configId)).toMatchObject({ reserved: stock.reserved, rented: stock.rented + 1 })
    expect(await auditLedger(server.database.db)).toEqual([])
  })
})
