import { GoodsLevel, ImageType } from '@yunji/contract/commerce/commodity/enums'
import type { getOrderPhones } from '@yunji/contract/commerce/order/calls'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { ORDER_LIFETIME_MS } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { CallData } from '@yunji/contract/wire/call'
import { and, asc, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { billableProducts, goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { deviceGroups, zones } from '../../../tables/devices.ts'
import { accountDeletions, users } from '../../../tables/identity.ts'
import { orderItems, orders, stockReservations } from '../../../tables/orders.ts'
import { payments } from '../../../tables/payments.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { refundOrder } from '../refunds/index.ts'
import { lockOrder, settleLatePayment } from './index.ts'

const WEEK_HOURS = 7 * 24

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let tenant: Tenant

type Product = typeof billableProducts.$inferSelect & { readonly name: string }

beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
})

const db = () => server.database.db
const productOf = async (condition: ReturnType<typeof and>, hours = WEEK_HOURS, isMetered = false) => {
  const [row] = await db()
    .select({ product: billableProducts, name: goods.name })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(and(condition, eq(billableProducts.goodTimeHours, hours), eq(billableProducts.isMetered, isMetered)))
    .orderBy(asc(billableProducts.id))
  return { ...row?.product, name: row?.name } as Product
}
/** Weeks cost the same the first time and later. */
const week = await productOf(eq(goodsConfigurations.id, shop.configId))
const otherWeek = await productOf(and(ne(goods.name, week.name), eq(goods.goodsLevel, GoodsLevel.flagship)))
const cartOf = (...parts: readonly (readonly [Product, number])[]) => ({
  items: parts.map(([{ id, priceCents }, quantity]) => ({ id, quantity, goodPrice: priceCents })),
  zoneId: shop.zoneId,
  imageType: ImageType.base,
  totalCents: parts.reduce((sum, [{ priceCents }, quantity]) => sum + priceCents * quantity, 0),
})
const buy = async (body: object): Promise<OrderInfo> => {
  const answer = await shop.order(tenant.token, body)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as OrderInfo
}
const buyWithDefaults = (product: Product, quantity: number) =>
  server.post(
    '/vmcloud/api/order/createCloudOrder',
    { id: product.id, quantity, goodPrice: product.priceCents, totalCents: product.priceCents * quantity },
    { token: tenant.token, headers: { 'idempotency-key': shop.nextKey() } },
  )
const rowOf = async (orderId: number) => {
  const [row] = await db().select().from(orders).where(eq(orders.id, orderId))
  return row as typeof orders.$inferSelect
}
const heldBy = (orderId: number) =>
  db()
    .select({ configId: stockReservations.configId, quantity: stockReservations.quantity })
    .from(stockReservations)
    .where(eq(stockReservations.orderId, orderId))
    .orderBy(asc(stockReservations.configId))

describe('a cart', () => {
  it('of several goods holds stock of each, and goes by the name of the first', async () => {
    const { orderId, title, payableCents } = await buy(cartOf([week, 1], [otherWeek, 2]))
    expect(title).toBe(`${week.name}等 2 款 × 3`)
    expect(payableCents).toBe(week.priceCents + 2 * otherWeek.priceCents)
    const held = [
      { configId: week.configId, quantity: 1 },
      { configId: otherWeek.configId, quantity: 2 },
    ]
    expect(await heldBy(orderId)).toEqual(held.toSorted((a, b) => a.configId - b.configId))
    const items = await db().select().from(orderItems).where(eq(orderItems.orderId, orderId))
    expect(items.toSorted((a, b) => a.quantity - b.quantity)).toMatchObject([
      { productId: week.id, quantity: 1, unitPriceCents: week.priceCents },
      { productId: otherWeek.id, quantity: 2, unitPriceCents: otherWeek.priceCents },
    ])
    expect((await rowOf(orderId)).purchase).toEqual({ zoneId: shop.zoneId, imageType: ImageType.base })
  })

  it('with one product on two lines is an order of one item', async () => {
    const { orderId, title } = await buy(cartOf([week, 1], [week, 2]))
    expect(title).toContain('× 3')
    expect(await heldBy(orderId)).toEqual([{ configId: week.configId, quantity: 3 }])
    const items = await db().select().from(orderItems).where(eq(orderItems.orderId, orderId))
    expect(items).toMatchObject([{ productId: week.id, quantity: 3 }])
  })

  it('is refused whole where one part of it is out of stock, and holds nothing then', async () => {
    const isOther = and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, otherWeek.configId))
    const [before] = await db().select().from(zoneStock).where(isOther)
    const taken = (before?.reserved ?? 0) + (before?.rented ?? 0)
    await db()
      .update(zoneStock)
      .set({ capacity: taken + 1 })
      .where(isOther)
    const stock = await shop.stock()
    expect(await shop.order(tenant.token, cartOf([week, 1], [otherWeek, 2]))).toMatchObject({ code: 1017 })
    expect(await shop.stock()).toEqual(stock)
    await db()
      .update(zoneStock)
      .set({ capacity: before?.capacity ?? 0 })
      .where(isOther)
  })

  it('starts from an image that every part of it has', async () => {
    const game = await productOf(eq(goods.goodsLevel, GoodsLevel.gameCustom))
    const mixed = cartOf([week, 1], [game, 1])
    for (const imageType of [ImageType.base, ImageType.custom]) {
      expect(await shop.order(tenant.token, { ...mixed, imageType })).toMatchObject({ msg: '该配置没有所选镜像' })
    }
    expect(await shop.order(tenant.token, { ...cartOf([game, 1]), imageType: ImageType.custom })).toMatchObject({
      code: 200,
    })
  })

  it('holds no video edition, which a phone becomes', async () => {
    const video = await productOf(eq(goodsConfigurations.isVideoEdition, true))
    expect(await shop.order(tenant.token, cartOf([week, 1], [video, 1]))).toMatchObject({
      code: 1022,
      msg: '视频定制版由设备升级而来，不能直接购买',
    })
  })

  it('is for an own group, which the phones then stand in', async () => {
    const [own] = await db().select().from(deviceGroups).where(eq(deviceGroups.userId, tenant.userId))
    const { orderId } = await buy({ ...cartOf([week, 1]), groupId: own?.id })
    expect((await rowOf(orderId)).purchase).toMatchObject({ groupId: own?.id })
    const stranger = await make.addPerson()
    const [foreign] = await db().select().from(deviceGroups).where(eq(deviceGroups.userId, stranger.userId))
    expect(await shop.order(tenant.token, { ...cartOf([week, 1]), groupId: foreign?.id })).toMatchObject({
      code: 1080,
      msg: '内容不存在或已被删除',
    })
  })

  it('by the hour says so, and can be paid in beans only', async () => {
    const hour = await productOf(eq(goodsConfigurations.id, shop.configId), 1, true)
    const order = await buy(cartOf([hour, 1]))
    expect(order).toMatchObject({ title: `${week.name} · 按小时 × 1`, payMethods: [PayMethod.beans] })
    expect((await rowOf(order.orderId)).purchase).toMatchObject({ isMetered: true })
  })
})

describe('the old flow', () => {
  const setLeft = async (zoneId: number, left: number) => {
    const isStockOf = and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, week.configId))
    const [row] = await db().select().from(zoneStock).where(isStockOf)
    const capacity = (row?.reserved ?? 0) + (row?.rented ?? 0) + left
    await db().update(zoneStock).set({ capacity }).where(isStockOf)
  }
  const zoneOf = async (quantity: number) => {
    const { code, data } = await buyWithDefaults(week, quantity)
    if (code !== 200) return code
    const { orderId } = data as OrderInfo
    const { purchase } = await rowOf(orderId)
    expect(purchase).toMatchObject({ imageType: ImageType.base })
    expect(await heldBy(orderId)).toEqual([{ configId: week.configId, quantity }])
    await tenant.call('order/cancelOrder', { orderId })
    return purchase.zoneId
  }

  it('takes the zone with the most left, the first of equals, and none where none suffices', async () => {
    const [first, second] = (await db().select().from(zones).orderBy(asc(zones.id))).map(({ id }) => id)
    if (!first || !second) throw new Error('the shop has two zones')
    await setLeft(first, 3)
    await setLeft(second, 5)
    expect(await zoneOf(2)).toBe(second)
    expect(await zoneOf(5)).toBe(second)
    expect(await zoneOf(6)).toBe(1017)
    await setLeft(first, 6)
    expect(await zoneOf(2)).toBe(first)
    await setLeft(second, 6)
    expect(await zoneOf(6)).toBe(first)
    for (const zoneId of [first, second]) await setLeft(zoneId, 500)
  })
})

describe('the list of orders', () => {
  it('comes page by page, with what a filter names', async () => {
    await tenant.fill('balance', 100_000)
    const made: number[] = []
    for (let nth = 0; nth < 3; nth++) made.push((await buy(cartOf([week, 1]))).orderId)
    const [oldest = 0, middle, newest] = made
    const read = async (query: string) => {
      const { data } = await server.get(`/vmcloud/api/order/getOrderList?${query}`, tenant)
      const { records, ...page } = data as { records: OrderInfo[]; total: number }
      return { ids: records.map(({ orderId }) => orderId), ...page }
    }
    expect(await read('page=1&rows=2')).toMatchObject({ ids: [newest, middle] })
    expect(await read('page=2&rows=2')).toMatchObject({ ids: [oldest] })
    await tenant.pay(oldest)
    await tenant.ended(oldest, OrderStatus.fulfilled)
    expect((await read('filter=paid')).ids).toEqual([oldest])
    expect((await read('filter=pending')).ids).toEqual([newest, middle])
    expect((await read('filter=all')).ids).toEqual([newest, middle, oldest])
  })
})

describe('an order that is over', () => {
  it('cannot be paid from the very moment that its time is up', async () => {
    await tenant.fill('balance', 100_000)
    const [inTime, late] = [(await buy(cartOf([week, 1]))).orderId, (await buy(cartOf([week, 1]))).orderId]
    server.clock.advance(ORDER_LIFETIME_MS - 1)
    expect(await tenant.pay(inTime)).toMatchObject({ code: 200 })
    server.clock.advance(1)
    expect(await tenant.pay(late)).toMatchObject({ code: 1080, msg: '订单已失效，请重新下单' })
    expect(await tenant.pay(inTime)).toMatchObject({ code: 200 })
    await tenant.ended(inTime, OrderStatus.fulfilled)
  })

  it('is past cancelling once it is paid, and stays what it is where it was cancelled', async () => {
    await tenant.fill('balance', 100_000)
    const [paid, cancelled] = [(await buy(cartOf([week, 1]))).orderId, (await buy(cartOf([week, 1]))).orderId]
    await tenant.pay(paid)
    const cancel = (orderId: number) => tenant.call('order/cancelOrder', { orderId })
    expect(await cancel(paid)).toMatchObject({ code: 1080, msg: '订单已支付，不能取消' })
    await tenant.ended(paid, OrderStatus.fulfilled)
    const [first, again] = [await cancel(cancelled), await cancel(cancelled)]
    expect(first).toMatchObject({ code: 200, data: { status: OrderStatus.cancelled } })
    expect(again.data).toEqual(first.data)
    expect(await cancel(999_999_999)).toMatchObject({ code: 1080, msg: '内容不存在或已被删除' })
    expect(await tenant.pay(cancelled)).toMatchObject({ code: 1080, msg: '订单已失效，请重新下单' })
  })

  it('shows its phones and their task to its buyer only', async () => {
    await tenant.fill('balance', 100_000)
    const { orderId, deviceIds } = await tenant.rent(week.id, 2)
    const countPhones = (as: { token: string }) =>
      server.get(`/vmcloud/api/order/getOrderPhones?orderId=${orderId}`, as)
    const { data } = await countPhones(tenant)
    expect(data).toEqual({
      phones: deviceIds.map((deviceId) => ({
        deviceId,
        name: expect.any(String),
        paidCents: week.priceCents,
        isReturned: false,
        expiresAt: expect.any(Number),
      })),
      taskId: expect.any(Number),
      goods: expect.objectContaining({ configId: week.configId, goodTime: 168, quantity: 2, zoneId: shop.zoneId }),
      isFirstPurchase: true,
    })
    expect(await countPhones(await make.addPerson())).toMatchObject({ code: 1080, msg: '内容不存在或已被删除' })
    const unpaid = await buy(cartOf([week, 1]))
    expect(await server.get(`/vmcloud/api/order/getOrderPhones?orderId=${unpaid.orderId}`, tenant)).toMatchObject({
      data: { phones: [], taskId: null },
    })
  })

  it('is the first purchase until an earlier one was paid, however many orders lie between', async () => {
    await tenant.fill('balance', 100_000)
    const isFirst = async (orderId: number) => {
      const { data } = await server.get(`/vmcloud/api/order/getOrderPhones?orderId=${orderId}`, tenant)
      return (data as CallData<typeof getOrderPhones>).isFirstPurchase
    }
    const { orderId: unpaid } = await buy(cartOf([week, 1]))
    const { orderId: first } = await tenant.rent(week.id)
    const [row] = await db().select().from(orders).where(eq(orders.id, unpaid))
    const { id: _id, ...copied } = row as typeof orders.$inferSelect
    await db()
      .insert(orders)
      .values(Array.from({ length: 30 }, () => ({ ...copied, state: 'cancelled' as const })))
    const { orderId: second } = await tenant.rent(week.id)
    expect([await isFirst(unpaid), await isFirst(first), await isFirst(second)]).toEqual([true, true, false])
  })
})

describe('money for a cart that was cancelled', () => {
  const settle = async (orderId: number) => {
    const now = server.clock.now()
    await db()
      .insert(payments)
      .values({
        orderId,
        provider: 'alipay',
        scene: 'h5',
        outTradeNo: `late-${orderId}`,
        transactionId: `late-${orderId}`,
        amountCents: (await rowOf(orderId)).payableCents,
        state: 'paid',
        isSettling: true,
        createdAt: now,
        expiresAt: now,
      })
    // Nobody carries out what follows: the stock stays as it was held.
    const deps = { jobs: { add: async () => undefined }, outbox: server.outbox }
    await db().transaction(async (tx) => {
      const failed = await settleLatePayment(tx, deps, await lockOrder(tx, orderId), PayMethod.alipay, now)
      if (failed) await refundOrder(tx, deps, failed, now)
    })
    return (await rowOf(orderId)).state
  }
  const cancelled = async (): Promise<number> => {
    const { orderId } = await buy(cartOf([week, 1], [otherWeek, 2], [week, 1]))
    await tenant.call('order/cancelOrder', { orderId })
    expect(await heldBy(orderId)).toEqual([])
    return orderId
  }

  it('holds all of it again where all is left', async () => {
    const orderId = await cancelled()
    expect(await settle(orderId)).toBe('paid')
    const held = [
      { configId: week.configId, quantity: 2 },
      { configId: otherWeek.configId, quantity: 2 },
    ]
    expect(await heldBy(orderId)).toEqual(held.toSorted((a, b) => a.configId - b.configId))
  })

  it('goes back, and holds nothing, where a part is not left', async () => {
    const orderId = await cancelled()
    const isOther = and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, otherWeek.configId))
    const [before] = await db().select().from(zoneStock).where(isOther)
    const taken = (before?.reserved ?? 0) + (before?.rented ?? 0)
    await db()
      .update(zoneStock)
      .set({ capacity: taken + 1 })
      .where(isOther)
    const stock = await shop.stock()
    expect(await settle(orderId)).toBe('refunding')
    expect(await heldBy(orderId)).toEqual([])
    expect(await shop.stock()).toEqual(stock)
    await db()
      .update(zoneStock)
      .set({ capacity: before?.capacity ?? 0 })
      .where(isOther)
  })

  it('goes back, and holds nothing, where the account is being deleted or is erased', async () => {
    const { userId } = tenant
    const now = server.clock.now()
    const leaving = await cancelled()
    await db().insert(accountDeletions).values({ userId, requestedAt: now, erasesAt: now, nextTryAt: now })
    expect(await settle(leaving)).toBe('refunding')
    expect(await heldBy(leaving)).toEqual([])
    await db().delete(accountDeletions).where(eq(accountDeletions.userId, userId))
    const gone = await cancelled()
    await db().update(users).set({ erasedAt: now }).where(eq(users.id, userId))
    expect(await settle(gone)).toBe('refunding')
    expect(await heldBy(gone)).toEqual([])
  })

  it('goes back for beans, too, where the account is being deleted', async () => {
    const { userId } = tenant
    const now = server.clock.now()
    const orderId = await cancelled()
    await db().update(orders).set({ kind: 'beans' }).where(eq(orders.id, orderId))
    await db().insert(accountDeletions).values({ userId, requestedAt: now, erasesAt: now, nextTryAt: now })
    expect(await settle(orderId)).toBe('refunding')
  })
})
