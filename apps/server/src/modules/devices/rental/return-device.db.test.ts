import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderDetail, OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { ReturnTerms } from '@yunji/contract/devices/rental/schema'
import { eventually } from '@yunji/testkit/eventually'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { chinaDay, chinaMonth } from '../../../platform/china-time.ts'
import { devices, earlyReturns } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orders } from '../../../tables/orders.ts'
import { openCashierClient } from '../../../testing/cashier-client.ts'
import { isWaitingForLock } from '../../../testing/connections.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../../commerce/ledger/index.ts'

const MINUTE_MS = 60_000

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let tenant: Tenant
beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  await tenant.fill('balance', 50_000)
})

const termsOf = async (deviceId: number) =>
  (await server.get(`/vmcloud/api/device/getReturnTerms?deviceId=${deviceId}`, tenant)).data as ReturnTerms
const giveBack = (deviceId: number) => tenant.call('device/returnDevice', { deviceId })
const detailOf = async (orderId: number) =>
  (await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, tenant)).data as OrderDetail

it('gives all of it back to the cent, once, and the phone goes', async () => {
  const { deviceId, orderId } = await tenant.rent(shop.productId)
  const paid = 50_000 - (await tenant.wallet()).balanceCents
  const { rented } = await shop.stock()
  const { firstStartedAt, phoneId } = await tenant.deviceOf(deviceId)
  expect(await termsOf(deviceId)).toEqual({
    deviceId,
    refusal: null,
    amountCents: paid,
    parts: [{ orderId, amountCents: paid, payMethod: PayMethod.balance }],
    returnUntil: (firstStartedAt?.getTime() ?? 0) + 120 * MINUTE_MS,
    ranMs: 0,
  })
  expect((await detailOf(orderId)).devices).toMatchObject([{ deviceId, returnRefusal: null }])
  server.clock.advance(29 * MINUTE_MS)
  const answers = await Promise.all([giveBack(deviceId), giveBack(deviceId), giveBack(deviceId)])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await tenant.wallet()).toMatchObject({ balanceCents: 50_000 })
  expect((await shop.stock()).rented).toBe(rented - 1)
  expect(await make.stateOf(deviceId)).toBe('released')
  await eventually(() => expect(server.supplier.released).toContain(phoneId))
  expect(await detailOf(orderId)).toMatchObject({
    status: OrderStatus.refunded,
    devices: [{ deviceId, returnedAt: server.clock.now().getTime(), returnRefusal: 'returned' }],
    refunds: [{ amountCents: paid, payMethod: PayMethod.balance, state: 'refunded' }],
  })
  expect(await auditLedger(server.database.db)).toEqual([])
})

it('holds its orders before its phone, as every other transaction does', async () => {
  const { deviceId, orderId } = await tenant.rent(shop.productId)
  let returned: ReturnType<typeof giveBack> | undefined
  await server.database.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
    returned = giveBack(deviceId)
    await expect.poll(() => isWaitingForLock(server.database.url)).toBe(true)
    // Fails at once if the return locks the phone while it waits for the order.
    await tx.select().from(devices).where(eq(devices.id, deviceId)).for('update', { noWait: true })
  })
  expect(await returned).toMatchObject({ code: 200 })
})

it('goes back through the provider that took the money', async () => {
  const tills = openCashierClient(server, shop, tenant.token)
  const { orderId, payableCents } = await tills.order()
  const { outTradeNo } = await tills.open(orderId, 'alipay')
  await tills.cashier.cashier.pay('alipay', outTradeNo)
  await tills.check(orderId)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  const [{ deviceId = 0 } = {}] = (await detailOf(orderId)).devices
  expect(await giveBack(deviceId)).toMatchObject({
    code: 200,
    data: { parts: [{ orderId, amountCents: payableCents, payMethod: PayMethod.alipay }] },
  })
  await tenant.ended(orderId, OrderStatus.refunded)
  expect(await tills.refundsOf(orderId)).toMatchObject([{ amountCents: payableCents, deviceId, state: 'refunded' }])
  expect((await detailOf(orderId)).refunds).toMatchObject([{ amountCents: payableCents, payMethod: PayMethod.alipay }])
  expect(await tenant.wallet()).toMatchObject({ balanceCents: 50_000 })
})

it('takes one phone of an order back, and leaves the others and the order', async () => {
  const { deviceIds, orderId } = await tenant.rent(shop.productId, 3)
  const [, second = 0] = deviceIds
  const { amountCents } = await termsOf(second)
  const { balanceCents } = await tenant.wallet()
  expect(await giveBack(second)).toMatchObject({ code: 200, data: { amountCents } })
  expect(await tenant.wallet()).toMatchObject({ balanceCents: balanceCents + amountCents })
  expect(await detailOf(orderId)).toMatchObject({ status: OrderStatus.fulfilled, refunds: [{ amountCents }] })
})

it('gives a renewal back with it, each part the way it was paid, and its coupon', async () => {
  await tenant.fill('beans', 10_000)
  const { deviceId } = await tenant.rent(shop.productId)
  const week = await tenant.productOf(7 * 24)
  const couponId = await shop.issueCoupon(tenant.userId, {})
  const totalCents = week.priceCents - 100
  const { data } = await tenant.renew([deviceId], { id: week.id, goodPrice: week.priceCents, totalCents, couponId })
  const { orderId } = data as OrderInfo
  await tenant.pay(orderId, PayMethod.beans)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  expect((await termsOf(deviceId)).parts.map(({ payMethod }) => payMethod)).toEqual([4, 3])
  expect(await giveBack(deviceId)).toMatchObject({ code: 200 })
  expect(await tenant.wallet()).toEqual({ beansCents: 10_000, balanceCents: 50_000 })
  expect(await shop.couponState(couponId)).toBe('efficient')
})

it('is refused two hours after the first start, however little the phone ran', async () => {
  const { deviceId } = await tenant.rent(shop.productId)
  await tenant.call('device/stopDevice', { deviceIds: [deviceId] })
  server.clock.advance(120 * MINUTE_MS - 1)
  expect(await termsOf(deviceId)).toMatchObject({ refusal: null })
  server.clock.advance(1)
  expect(await termsOf(deviceId)).toMatchObject({ refusal: 'tooLate' })
  expect(await giveBack(deviceId)).toMatchObject({ code: 1080, msg: '首次开机已超过 2 小时，不能提前退还' })
  expect(await make.stateOf(deviceId)).toBe('stopped')
})

it('is refused to a phone that ran for half an hour, counted over its stops', async () => {
  const { deviceId } = await tenant.rent(shop.productId)
  server.clock.advance(20 * MINUTE_MS)
  await tenant.call('device/stopDevice', { deviceIds: [deviceId] })
  server.clock.advance(30 * MINUTE_MS)
  await tenant.call('device/startDevice', { deviceIds: [deviceId] })
  server.clock.advance(10 * MINUTE_MS - 1)
  expect(await termsOf(deviceId)).toMatchObject({ refusal: null, ranMs: 30 * MINUTE_MS - 1 })
  server.clock.advance(1)
  expect(await giveBack(deviceId)).toMatchObject({ code: 1080, msg: '设备已运行满 30 分钟，不能提前退还' })
})

it('is refused to what beans bought, what was changed since, and what is not own', async () => {
  await tenant.fill('beans', 10_000)
  const { deviceId: byBeans, orderId: beansOrder } = await tenant.rent(shop.productId, 1, PayMethod.beans)
  expect(await termsOf(byBeans)).toMatchObject({ refusal: 'notBoughtByMoney' })
  expect((await detailOf(beansOrder)).devices).toMatchObject([{ returnRefusal: 'notBoughtByMoney' }])
  const { deviceId: changed, orderId } = await tenant.rent(shop.productId)
  await server.database.db.update(devices).set({ configId: null }).where(eq(devices.id, changed))
  expect(await termsOf(changed)).toMatchObject({ refusal: 'changed' })
  expect((await detailOf(orderId)).devices).toMatchObject([{ returnRefusal: 'changed', returnUntil: null }])
  const stranger = await make.addPerson()
  expect(await server.post('/vmcloud/api/device/returnDevice', { deviceId: changed }, stranger)).toMatchObject({
    code: 1031,
  })
})

it('is judged for each phone of an order alone, and never for one that has become another person’s', async () => {
  const { deviceIds, orderId } = await tenant.rent(shop.productId, 3)
  const [renewed = 0, given = 0, plain = 0] = deviceIds
  const week = await tenant.productOf(7 * 24)
  const { id, priceCents } = week
  const { data } = await tenant.renew([renewed], { id, goodPrice: priceCents, totalCents: priceCents })
  const renewal = (data as OrderInfo).orderId
  await tenant.pay(renewal, PayMethod.balance)
  await tenant.ended(renewal, OrderStatus.fulfilled)
  // Part of the price of one was carried over to another phone.
  await server.database.db
    .update(orderDevices)
    .set({ carriedAt: server.clock.now() })
    .where(eq(orderDevices.orderId, renewal))
  const { userId: ownerId } = await make.addPerson()
  await server.database.db.update(devices).set({ ownerId }).where(eq(devices.id, given))
  const shown = (await detailOf(orderId)).devices.map(({ deviceId, returnRefusal }) => [deviceId, returnRefusal])
  expect(Object.fromEntries(shown)).toEqual({ [renewed]: 'changed', [given]: 'returned', [plain]: null })
})

it('tells nobody what another person has paid for the phone', async () => {
  const { deviceId } = await tenant.rent(shop.productId)
  const heir = await make.addPerson()
  await server.database.db.update(devices).set({ ownerId: heir.userId }).where(eq(devices.id, deviceId))
  const { data } = await server.get(`/vmcloud/api/device/getReturnTerms?deviceId=${deviceId}`, heir)
  expect(data).toMatchObject({ amountCents: 0, parts: [] })
  expect(await server.post('/vmcloud/api/device/returnDevice', { deviceId }, heir)).toMatchObject({ code: 1080 })
})

it('takes two phones of an account back a month, also at the same moment, and more in the next', async () => {
  const { deviceIds } = await tenant.rent(shop.productId, 4)
  const answers = await Promise.all(deviceIds.map(giveBack))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
  const states = await Promise.all(deviceIds.map(make.stateOf))
  const left = deviceIds.filter((_, index) => states[index] !== 'released')
  const [kept = 0] = left
  expect(left).toHaveLength(2)
  expect((await termsOf(kept)).refusal).toBe('monthlyLimit')
  expect(await giveBack(kept)).toMatchObject({ code: 1080, msg: '本月已提前退还 2 次，下个月可以再退还' })
  const stranger = createTenant(server, shop, await make.addPerson())
  await stranger.fill('balance', 50_000)
  const { deviceId } = await stranger.rent(shop.productId)
  expect(await stranger.call('device/returnDevice', { deviceId })).toMatchObject({ code: 200 })
  await server.database.db.execute(sql`update early_returns set returned_at = returned_at - interval '32 days'`)
  expect(await giveBack(kept)).toMatchObject({ code: 200 })
})

it('counts a month as it is in China', async () => {
  const { deviceIds } = await tenant.rent(shop.productId, 3)
  const [first = 0, second = 0, third = 0] = deviceIds
  await giveBack(first)
  await giveBack(second)
  const month = chinaMonth(chinaDay(server.clock.now()).slice(0, 7))
  await server.database.db.update(earlyReturns).set({ returnedAt: month.from })
  expect((await termsOf(third)).refusal).toBe('monthlyLimit')
  await server.database.db.update(earlyReturns).set({ returnedAt: new Date(month.from.getTime() - 1) })
  expect((await termsOf(third)).refusal).toBeNull()
})
