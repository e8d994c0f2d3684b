import type { ChangeOffer, ChangeOptions } from '@yunji/contract/commerce/change/schema'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { coupons } from '../../../tables/coupons.ts'
import { devices } from '../../../tables/devices.ts'
import { orderItems, orders } from '../../../tables/orders.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger, transfer } from '../ledger/index.ts'
import { lockOrder, settlePaidOrder } from '../orders/index.ts'
import { beginPaidChange } from './begin-paid-change.ts'

const MONTH_HOURS = 720
const COUPON_CENTS = 100
const COUPON_LIFETIME_MS = 1000

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let tenant: Tenant
let deviceId = 0
let orderId = 0
let couponId = 0
let configId = 0
let paidAt = new Date(0)
beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  await tenant.fill('balance', 100_000)
  ;({ deviceId } = await tenant.rent(shop.productId))
  await orderChange()
})

const jobs = { add: async () => undefined }

/** Orders a change with a coupon and pays it; no job carries it out. */
const orderChange = async (): Promise<void> => {
  const { data } = await server.get(`/vmcloud/api/change/getChangeOptions?deviceId=${deviceId}`, tenant)
  const [target] = (data as ChangeOptions).configurations
  const offer = target?.offers.find(({ goodTime }) => goodTime === MONTH_HOURS) as ChangeOffer
  configId = target?.configuration.configId ?? 0
  couponId = await shop.issueCoupon(tenant.userId, { businessType: 2 }, later(server.clock.now(), COUPON_LIFETIME_MS))
  const totalCents = offer.payableCents - COUPON_CENTS
  const body = { deviceId, id: offer.id, quote: offer.quote, totalCents, couponId }
  const answer = await server.post('/vmcloud/api/order/createUpOrDownOrder', body, {
    token: tenant.token,
    headers: { 'idempotency-key': shop.nextKey() },
  })
  orderId = (answer.data as OrderInfo).orderId
  await server.database.db.transaction(async (tx) => {
    const now = server.clock.now()
    const accounts = { from: { userId: tenant.userId, kind: 'balance' }, to: { kind: 'revenue' } } as const
    const key = `order:${orderId}:paid`
    await transfer(tx, { key, reason: 'orderPayment', ...accounts, amountCents: totalCents, orderId }, now)
    await settlePaidOrder(tx, { jobs, outbox: server.outbox }, orderId, PayMethod.balance, now)
  })
  paidAt = server.clock.now()
  server.clock.advance(COUPON_LIFETIME_MS)
}
const begin = () =>
  server.database.db.transaction(async (tx) => beginPaidChange({ ...server, jobs }, tx, await lockOrder(tx, orderId)))
const setDevice = (fields: Partial<typeof devices.$inferInsert>) =>
  server.database.db.update(devices).set(fields).where(eq(devices.id, deviceId))
const changesOf = () => server.database.db.select().from(deviceChanges).where(eq(deviceChanges.orderId, orderId))
const orderOf = async () => (await server.database.db.select().from(orders).where(eq(orders.id, orderId)))[0]
const couponOf = async () => (await server.database.db.select().from(coupons).where(eq(coupons.id, couponId)))[0]

const outcome = async () => ({
  state: (await orderOf())?.state,
  failure: (await orderOf())?.failure,
  changes: await changesOf(),
  coupon: (await couponOf())?.state,
  audit: await auditLedger(server.database.db),
})
const REFUNDED = {
  state: 'refunded',
  failure: '设备状态已变化，无法变更配置，款项原路退回',
  changes: [],
  coupon: 'expired',
  audit: [],
}
/** A coupon that has expired meanwhile can be used again. */
const REFUNDED_BY_OUR_FAULT = { ...REFUNDED, coupon: 'efficient' }

describe('a paid change', () => {
  it('begins once, however often its job runs', async () => {
    await begin()
    await begin()
    expect(await changesOf()).toHaveLength(1)
    await eventually(async () => expect(await tenant.deviceOf(deviceId)).toMatchObject({ configId, state: 'running' }))
    await begin()
    expect(await changesOf()).toHaveLength(1)
  })

  it.each([
    ['is released', () => setDevice({ state: 'released', stateDeadline: null })],
    ['is somebody else’s', async () => setDevice({ ownerId: (await make.addPerson()).userId })],
    ['has expired', () => setDevice({ state: 'expired', stateDeadline: later(server.clock.now(), DAY_MS) })],
    ['ends at this moment', () => setDevice({ expiresAt: server.clock.now() })],
    ['is so already', () => setDevice({ configId })],
  ])('is refunded where its device %s, by no fault of ours', async (_what, change) => {
    await change()
    await begin()
    expect(await outcome()).toEqual(REFUNDED)
  })

  it('waits for a device that is busy', async () => {
    await setDevice({ state: 'rebooting', stateDeadline: later(server.clock.now(), DAY_MS) })
    await expect(begin()).rejects.toThrow(`device ${deviceId} is busy: order ${orderId} waits for it`)
    expect(await orderOf()).toMatchObject({ state: 'paid' })
    await setDevice({ state: 'running', stateDeadline: null })
    await begin()
    expect(await changesOf()).toHaveLength(1)
  })

  it('is refunded after ten minutes behind work of its owner, by no fault of ours', async () => {
    await setDevice({ state: 'rebooting', stateDeadline: later(server.clock.now(), DAY_MS) })
    const dueAt = later(paidAt, 10 * MINUTE_MS)
    server.clock.advance(dueAt.getTime() - server.clock.now().getTime() - 1)
    await expect(begin()).rejects.toThrow('is busy')
    server.clock.advance(1)
    await begin()
    expect(await outcome()).toEqual(REFUNDED)
  })

  it.each([
    ['we came too late', async () => undefined],
    ['its phone is broken', () => setDevice({ state: 'faulty', stateDeadline: later(server.clock.now(), DAY_MS) })],
  ])('is refunded where %s, by our fault', async (_what, change) => {
    await change()
    server.clock.advance(10 * MINUTE_MS)
    await begin()
    expect(await outcome()).toEqual(REFUNDED_BY_OUR_FAULT)
  })

  it('is refunded where the product is gone, by our fault', async () => {
    await server.database.db.delete(orderItems).where(eq(orderItems.orderId, orderId))
    await begin()
    expect(await outcome()).toEqual(REFUNDED_BY_OUR_FAULT)
  })
})
