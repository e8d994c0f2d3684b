import type { ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { and, eq, ne } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../ledger/index.ts'

const FUND_CENTS = 50_000

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let tenant: Tenant
let deviceIds: readonly number[] = []
let spentCents = 0
beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  await tenant.fill('beans', FUND_CENTS)
  const hour = await tenant.productOf(1, true)
  ;({ deviceIds } = await tenant.rent(hour.id, 2, PayMethod.beans))
  spentCents = 2 * hour.priceCents
})

const offered = async (): Promise<ToMonthlyDevice[]> => {
  const { data } = await server.get('/vmcloud/api/change/getToMonthlyOptions', tenant)
  return (data as { devices: ToMonthlyDevice[] }).devices
}
const ask = (body: object, as: { token: string } = tenant) =>
  server.post('/vmcloud/api/order/createTimeToMonthOrder', body, {
    token: as.token,
    headers: { 'idempotency-key': shop.nextKey() },
  })
const order = async (): Promise<OrderInfo> => {
  const [first] = await offered()
  const answer = await ask({ deviceIds, id: first?.id, totalCents: 2 * (first?.goodPrice ?? 0) })
  expect(answer).toMatchObject({ code: 200, data: { kind: 'toMonthly' } })
  return answer.data as OrderInfo
}

it('shows the month of each device that is paid for by the hour, and what is added of the paid hour', async () => {
  server.clock.advance(20 * MINUTE_MS)
  const found = await offered()
  expect(found.map(({ deviceId }) => deviceId)).toEqual(deviceIds)
  const left = 40 * MINUTE_MS
  expect(found[0]).toMatchObject({
    goodTime: 720,
    goodPrice: 1800,
    paidUntil: later(server.clock.now(), left).getTime(),
    expiresAt: later(server.clock.now(), left + 30 * DAY_MS).getTime(),
  })
  expect(found[0]?.hourCents).toBe(spentCents / 2)
})

it('ends the metering: the month begins with the payment, and nothing of the paid hour is lost', async () => {
  const { orderId, payableCents } = await order()
  server.clock.advance(5 * MINUTE_MS)
  await tenant.pay(orderId, PayMethod.beans)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  for (const deviceId of deviceIds) {
    expect(await tenant.deviceOf(deviceId)).toMatchObject({
      isMetered: false,
      state: 'running',
      buttons: [1, 2, 3],
      expiresAt: later(server.clock.now(), 55 * MINUTE_MS + 30 * DAY_MS),
    })
  }
  expect(await offered()).toEqual([])
  const shares = await server.database.db.select().from(orderDevices).where(eq(orderDevices.orderId, orderId))
  const boughtSeconds = (55 * MINUTE_MS + 30 * DAY_MS) / 1000
  const share = { boughtSeconds, paidCents: payableCents / 2, startsAt: server.clock.now(), returnedAt: null }
  expect(shares).toMatchObject([share, share])
  expect(await tenant.wallet()).toMatchObject({ beansCents: FUND_CENTS - spentCents - payableCents })
  // Worth its month, and not its hour once more.
  const path = `/vmcloud/api/change/getChangeOptions?deviceId=${deviceIds[0]}`
  expect((await server.get(path, tenant)).data).toMatchObject({ device: { creditCents: 1800 } })
  expect(await auditLedger(server.database.db)).toEqual([])
})

it('pays back what is not metered any more by then, and converts the rest', async () => {
  const { orderId, payableCents } = await order()
  const [gone = 0, kept = 0] = deviceIds
  await server.database.db.update(devices).set({ isMetered: false }).where(eq(devices.id, gone))
  await tenant.pay(orderId, PayMethod.beans)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  expect(await tenant.deviceOf(kept)).toMatchObject({ isMetered: false })
  expect(await tenant.wallet()).toMatchObject({ beansCents: FUND_CENTS - spentCents - payableCents / 2 })
})

it.each([
  ['another person’s', async () => ({ ownerId: (await make.addPerson()).userId })],
  ['of another configuration', async () => ({ configId: null })],
  ['released', async () => ({ state: 'released' as const })],
  ['expired', async () => ({ state: 'expired' as const, stateDeadline: later(server.clock.now(), DAY_MS) })],
])('pays back a device that is %s by then', async (_what, changed) => {
  const { orderId, payableCents } = await order()
  const [gone = 0] = deviceIds
  const { expiresAt } = await tenant.deviceOf(gone)
  await server.database.db
    .update(devices)
    .set(await changed())
    .where(eq(devices.id, gone))
  await tenant.pay(orderId, PayMethod.beans)
  await tenant.ended(orderId, OrderStatus.fulfilled)
  expect(await tenant.deviceOf(gone)).toMatchObject({ isMetered: true, expiresAt })
  expect(await tenant.wallet()).toMatchObject({ beansCents: FUND_CENTS - spentCents - payableCents / 2 })
})

it('is refunded where no device is metered any more, and says why', async () => {
  const { orderId } = await order()
  await server.database.db.update(devices).set({ isMetered: false }).where(eq(devices.ownerId, tenant.userId))
  await tenant.pay(orderId, PayMethod.beans)
  await tenant.ended(orderId, OrderStatus.refunded)
  const { data } = await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, tenant)
  expect(data).toMatchObject({ failure: '设备已不再按时计费，款项原路退回' })
  expect(await tenant.wallet()).toMatchObject({ beansCents: FUND_CENTS - spentCents })
})

it('takes the exact price, a month of that configuration, and own metered devices only', async () => {
  const [first] = await offered()
  const id = first?.id ?? 0
  expect(await ask({ deviceIds, id, totalCents: 3599 })).toMatchObject({ code: 1023, data: { differenceCents: 1 } })
  expect(await ask({ deviceIds, id: id + 1, totalCents: 3600 })).toMatchObject({ code: 1022 })
  const stranger = await make.addPerson()
  expect(await ask({ deviceIds, id, totalCents: 3600 }, stranger)).toMatchObject({ code: 1031 })
  const isOther = and(eq(billableProducts.isMetered, true), ne(billableProducts.configId, shop.configId))
  const [hour] = await server.database.db.select().from(billableProducts).where(isOther).limit(1)
  const fields = { isMetered: true, configId: hour?.configId, productId: hour?.id }
  const other = await make.addDevice(tenant.userId, fields)
  expect(await ask({ deviceIds: [deviceIds[0], other.id], id, totalCents: 3600 })).toMatchObject({ code: 1022 })
  const prepaid = await make.addDevice(tenant.userId)
  expect(await ask({ deviceIds: [prepaid.id], id, totalCents: 1800 })).toMatchObject({ code: 1031 })
  await order()
  expect(await ask({ deviceIds, id, totalCents: 3600 })).toMatchObject({
    code: 1080,
    msg: '设备有未完成的变更订单，请先支付或取消',
  })
})
