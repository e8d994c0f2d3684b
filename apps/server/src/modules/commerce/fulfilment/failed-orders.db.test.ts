import type { ChangeOptions, ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import { COUPON_RETURN_GRACE_MS, CouponType } from '@yunji/contract/commerce/coupon/enums'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { and, asc, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { seedActivationGoods } from '../../../seed/activation.ts'
import {
  activities,
  activityProducts,
  billableProducts,
  productPurchases,
  zoneStock,
} from '../../../tables/catalogue.ts'
import { coupons } from '../../../tables/coupons.ts'
import { devices } from '../../../tables/devices.ts'
import { seckillClaims } from '../../../tables/offers.ts'
import { firstPriceClaims } from '../../../tables/orders.ts'
import { firstRechargeClaims } from '../../../tables/recharge.ts'
import { createDevices } from '../../../testing/devices.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger, transfer } from '../ledger/index.ts'
import { lockOrder, settlePaidOrder } from '../orders/index.ts'
import { failAndRefundOrder } from '../refunds/index.ts'

const SECKILL_CENTS = 700
const SECKILL_STOCK = 5
const LIST_CENTS = 900
const PAR_CENTS = 100

const server = await useServer()
const shop = await openShop(server)
await seedActivationGoods(server.database.db)
const make = createDevices(server)
await server.database.db.update(activities).set({ isEnabled: false })
let tenant: Tenant
let activityId = 0
beforeEach(async () => {
  const { db } = server.database
  const now = server.clock.now()
  tenant = createTenant(server, shop, await make.addPerson())
  await tenant.fill('balance', 100_000)
  const window = { name: '测试秒杀', kind: 'seckill', startsAt: now, endsAt: later(now, DAY_MS) } as const
  const [activity] = await db.insert(activities).values(window).returning()
  activityId = activity?.id ?? 0
  const pieces = { stockLeft: SECKILL_STOCK, stockTotal: SECKILL_STOCK, perUserLimit: 3 }
  await db
    .insert(activityProducts)
    .values({ activityId, productId: shop.productId, priceCents: SECKILL_CENTS, ...pieces })
})

const submit = async (call: string, body: object): Promise<OrderInfo> => {
  const headers = { 'idempotency-key': shop.nextKey() }
  const answer = await server.post(`/vmcloud/api/order/${call}`, body, { token: tenant.token, headers })
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as OrderInfo
}
const priceOf = (id = shop.productId) => shop.priceOf(id, tenant.token)

/** Terms with a coupon of a business; the total is what is left to pay. */
const couponed = async (businessType: number, totalCents: number, expiresAt: Date | null = null) => ({
  couponId: await shop.issueCoupon(tenant.userId, { businessType }, expiresAt),
  totalCents: totalCents - PAR_CENTS,
})
const buy = async (coupon?: { couponId: number; totalCents: number }) => {
  const { goodPrice } = await priceOf()
  const items = [{ id: shop.productId, quantity: 1, goodPrice }]
  return submit('createCloudOrderNew', {
    items,
    zoneId: shop.zoneId,
    imageType: 1,
    ...(coupon ?? (await couponed(1, goodPrice))),
  })
}
const grab = async (quantity: number) => {
  const terms = await couponed(1, SECKILL_CENTS * quantity)
  const piece = { activityId, id: shop.productId, goodPrice: SECKILL_CENTS, zoneId: shop.zoneId }
  return submit('createSeckillActivityOrder', { ...piece, quantity, ...terms })
}
const renew = async (deviceId: number) => {
  const { goodPrice } = await priceOf()
  const terms = await couponed(1, goodPrice)
  return submit('createCloudOrder', { deviceIds: [deviceId], quantity: 1, id: shop.productId, goodPrice, ...terms })
}
const change = async (deviceId: number, expiresAt: Date | null = null) => {
  const { data } = await server.get(`/vmcloud/api/change/getChangeOptions?deviceId=${deviceId}`, tenant)
  const offer = (data as ChangeOptions).configurations[0]?.offers.find(({ goodTime }) => goodTime === 720)
  const terms = await couponed(2, offer?.payableCents ?? 0, expiresAt)
  return submit('createUpOrDownOrder', { deviceId, id: offer?.id, quote: offer?.quote, ...terms })
}

/** Everything that can hang on an order, of one person and of the shop. */
const hanging = async () => {
  const { db } = server.database
  const own = tenant.userId
  return {
    wallet: await tenant.wallet(),
    purchases: await db.select().from(productPurchases).where(eq(productPurchases.userId, own)),
    firstPrices: await db.select().from(firstPriceClaims).where(eq(firstPriceClaims.userId, own)),
    firstRecharge: await db.select().from(firstRechargeClaims).where(eq(firstRechargeClaims.userId, own)),
    pieces: await db.select().from(seckillClaims).where(eq(seckillClaims.userId, own)),
    seckill: await db.select().from(activityProducts).where(eq(activityProducts.activityId, activityId)),
    stock: await db.select().from(zoneStock).orderBy(asc(zoneStock.zoneId), asc(zoneStock.configId)),
  }
}
const couponsOfTenant = () =>
  server.database.db.select().from(coupons).where(eq(coupons.userId, tenant.userId)).orderBy(asc(coupons.id))
const firstCoupon = async () => (await couponsOfTenant())[0]

/** Paid, and nobody comes to carry it out. */
const payAndForget = (orderId: number, amountCents: number) =>
  server.database.db.transaction(async (tx) => {
    const now = server.clock.now()
    const accounts = { from: { userId: tenant.userId, kind: 'balance' }, to: { kind: 'revenue' } } as const
    await transfer(tx, { key: `order:${orderId}:paid`, reason: 'orderPayment', ...accounts, amountCents, orderId }, now)
    const deps = { jobs: { add: async () => undefined }, outbox: server.outbox }
    await settlePaidOrder(tx, deps, orderId, PayMethod.balance, now)
  })
const fail = (orderId: number) =>
  server.database.db.transaction(async (tx) =>
    failAndRefundOrder({ ...server, jobs: server.jobs }, tx, await lockOrder(tx, orderId), '未能完成，款项原路退回'),
  )

describe('an order that we cannot carry out gives everything back', () => {
  const plan = async (path: string, key: 'packs' | 'plans') => {
    const { data } = await server.get(`/vmcloud/api/${path}`, tenant)
    return (data as Record<string, { id: number; priceCents: number }[]>)[key]?.[0]
  }
  const kinds: Readonly<Record<string, () => Promise<() => Promise<OrderInfo>>>> = {
    buy: async () => () => buy(),
    'buy in the old flow': async () => async () => {
      const { goodPrice } = await priceOf()
      const terms = await couponed(1, goodPrice)
      return submit('createCloudOrder', { id: shop.productId, quantity: 1, goodPrice, ...terms })
    },
    seckill: async () => () => grab(2),
    'big user': async () => {
      const items = [{ id: shop.productId, goodPrice: LIST_CENTS }]
      const list = { userId: tenant.userId, title: '协议价', maximumPhones: 60, items }
      const { data } = await server.post('/vmcloud/api/operator/createBigUserList', list, { token: OPERATOR_TOKEN })
      const { linkCode } = data as { linkCode: string }
      return async () =>
        submit('createBigUserLinkOrder', {
          linkCode,
          items: [{ ...items[0], quantity: 3 }],
          zoneId: shop.zoneId,
          ...(await couponed(1, 3 * LIST_CENTS)),
        })
    },
    renew: async () => {
      const { deviceId } = await tenant.rent(shop.productId)
      return () => renew(deviceId)
    },
    change: async () => {
      const { deviceId } = await tenant.rent(shop.productId)
      return () => change(deviceId)
    },
    'to monthly': async () => {
      await tenant.fill('beans', 10_000)
      const hour = await tenant.productOf(1, true)
      const { deviceIds } = await tenant.rent(hour.id, 1, PayMethod.beans)
      const { data } = await server.get('/vmcloud/api/change/getToMonthlyOptions', tenant)
      const [month] = (data as { devices: ToMonthlyDevice[] }).devices
      return async () =>
        submit('createTimeToMonthOrder', { deviceIds, id: month?.id, ...(await couponed(1, month?.goodPrice ?? 0)) })
    },
    beans: async () => async () => {
      const pack = await plan('wallet/getBeanPacks', 'packs')
      const terms = { couponType: CouponType.firstRechargeCoupon, businessType: 3, parValue: PAR_CENTS }
      const couponId = await shop.issueCoupon(tenant.userId, terms)
      const totalCents = (pack?.priceCents ?? 0) - PAR_CENTS
      return submit('createOrder', { businessType: 3, id: pack?.id, quantity: 1, couponId, totalCents })
    },
    space: async () => async () => {
      const found = await plan('space/getSpacePlans', 'plans')
      return submit('createOrder', {
        businessType: 4,
        id: found?.id,
        quantity: 1,
        ...(await couponed(4, found?.priceCents ?? 0)),
      })
    },
    codes: async () => async () => {
      const { data } = await server.get('/vmcloud/api/activation/getActivationGoods', tenant)
      const [goods] = (data as { goods: { id: number; goodPrice: number }[] }).goods
      const { id, goodPrice } = goods ?? { id: 0, goodPrice: 0 }
      const terms = await couponed(5, 2 * goodPrice)
      return submit('purchaseActivationCode', { id, quantity: 2, goodPrice, ...terms })
    },
    balance: async () => () => submit('agentBalanceRecharge', { totalCents: 5000, payMethod: PayMethod.alipay }),
  }

  it.each(Object.entries(kinds))('%s', async (_kind, prepare) => {
    const order = await prepare()
    const before = await hanging()
    const { orderId, payableCents } = await order()
    await payAndForget(orderId, payableCents)
    await fail(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    expect(await hanging()).toEqual(before)
    for (const coupon of await couponsOfTenant()) {
      expect(coupon).toMatchObject({ state: 'efficient', orderId: null, usedAt: null })
    }
    expect(await auditLedger(server.database.db)).toEqual([])
    // What came back can be had again, on the same terms.
    expect((await order()).payableCents).toBe(payableCents)
  })
})

describe('phones that do not come up', () => {
  const failing = (orderId: number, ...numbers: number[]) => {
    for (const each of numbers) server.supplier.failing.set(`order-${orderId}-${each}`, 'noSpace')
  }

  it('give back the first price and the coupon of their order', async () => {
    const before = await hanging()
    const { orderId, payableCents } = await buy()
    failing(orderId, 1)
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    expect(await hanging()).toEqual(before)
    const coupon = await firstCoupon()
    expect(coupon).toMatchObject({ state: 'efficient', orderId: null })
    const again = await buy({ couponId: coupon?.id ?? 0, totalCents: payableCents })
    expect(again).toMatchObject({ payableCents })
  })

  it('are nobody’s when they answer after all: what is paid back is not kept', async () => {
    const { health } = server.supplier
    server.supplier.health = async () => 'up'
    const before = await hanging()
    const { orderId } = await buy()
    failing(orderId, 1)
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    server.supplier.health = health
    const own = await server.database.db.select().from(devices).where(eq(devices.ownerId, tenant.userId))
    expect(own).toMatchObject([{ state: 'released' }])
    expect(await hanging()).toEqual(before)
  })

  it('give back their pieces of a seckill; the coupon stays used while one phone is kept', async () => {
    const { orderId } = await grab(3)
    failing(orderId, 1, 3)
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    const { pieces, seckill, purchases } = await hanging()
    expect(pieces).toMatchObject([{ orderId, quantity: 1 }])
    expect(seckill).toMatchObject([{ stockLeft: SECKILL_STOCK - 1 }])
    expect(purchases).toMatchObject([{ productId: shop.productId, purchases: 1 }])
    expect(await firstCoupon()).toMatchObject({ state: 'used', orderId })
    // Three each: two can be had again.
    expect(await grab(2)).toMatchObject({ status: OrderStatus.pending })
    const fourth = { activityId, id: shop.productId, zoneId: shop.zoneId, quantity: 1, goodPrice: SECKILL_CENTS }
    const answer = await server.post(
      '/vmcloud/api/order/createSeckillActivityOrder',
      { ...fourth, totalCents: SECKILL_CENTS },
      { token: tenant.token, headers: { 'idempotency-key': shop.nextKey() } },
    )
    expect(answer).toMatchObject({ code: 1014 })
  })

  it('give back their own first price only', async () => {
    const [other] = await server.database.db
      .select()
      .from(billableProducts)
      .where(
        and(
          eq(billableProducts.configId, shop.configId),
          ne(billableProducts.id, shop.productId),
          eq(billableProducts.isMetered, false),
        ),
      )
      .orderBy(asc(billableProducts.id))
    const otherId = other?.id ?? 0
    await server.database.db
      .update(billableProducts)
      .set({ firstPriceCents: 1 })
      .where(eq(billableProducts.id, otherId))
    const prices = [await priceOf(otherId), await priceOf()].toSorted((a, b) => a.id - b.id)
    expect(prices.map(({ firstPurchase }) => firstPurchase)).toEqual([true, true])
    const items = prices.map(({ id, goodPrice }) => ({ id, quantity: 1, goodPrice }))
    const totalCents = items.reduce((sum, { goodPrice }) => sum + goodPrice, 0)
    const { orderId } = await submit('createCloudOrderNew', { items, zoneId: shop.zoneId, imageType: 1, totalCents })
    failing(orderId, 2)
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    const [kept, lost] = prices.map(({ id }) => id)
    expect(await priceOf(kept)).toMatchObject({ firstPurchase: false, firstCount: 1 })
    expect(await priceOf(lost)).toMatchObject({ firstPurchase: true, firstCount: 0 })
    await server.database.db
      .update(billableProducts)
      .set({ firstPriceCents: null })
      .where(eq(billableProducts.id, otherId))
  })
})

describe('a coupon that has expired by then', () => {
  it('gets three more days when the fault is ours', async () => {
    const { goodPrice } = await priceOf()
    const terms = await couponed(1, goodPrice, later(server.clock.now(), 5 * MINUTE_MS))
    const { orderId } = await buy(terms)
    server.supplier.failing.set(`order-${orderId}-1`, 'noSpace')
    server.clock.advance(6 * MINUTE_MS)
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    const expiresAt = later(server.clock.now(), COUPON_RETURN_GRACE_MS)
    expect(await firstCoupon()).toMatchObject({ state: 'efficient', expiresAt })
  })

  it('gets none when its owner has made the order fail', async () => {
    const { deviceId } = await tenant.rent(shop.productId)
    const expiresAt = later(server.clock.now(), 5 * MINUTE_MS)
    const { orderId } = await change(deviceId, expiresAt)
    server.clock.advance(6 * MINUTE_MS)
    await tenant.call('device/stopDevice', { deviceIds: [deviceId] })
    await tenant.call('device/deleteDevice', { deviceIds: [deviceId] })
    await tenant.pay(orderId)
    await tenant.ended(orderId, OrderStatus.refunded)
    expect(await firstCoupon()).toMatchObject({ state: 'expired', expiresAt, orderId: null })
  })
})

it('a renewal whose phone has gone gives its coupon back, and counts as no purchase', async () => {
  const { deviceId } = await tenant.rent(shop.productId)
  const { purchases } = await hanging()
  const { orderId } = await renew(deviceId)
  await tenant.call('device/stopDevice', { deviceIds: [deviceId] })
  await tenant.call('device/deleteDevice', { deviceIds: [deviceId] })
  await tenant.pay(orderId)
  await tenant.ended(orderId, OrderStatus.refunded)
  expect((await hanging()).purchases).toEqual(purchases)
  expect(await firstCoupon()).toMatchObject({ state: 'efficient', orderId: null })
})
