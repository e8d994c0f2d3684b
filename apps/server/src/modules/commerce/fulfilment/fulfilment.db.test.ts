import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { ORDER_LIFETIME_MS } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { zoneStock } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orderItems, stockReservations } from '../../../tables/orders.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger, findWallet, transfer } from '../ledger/index.ts'
import { lockOrder } from '../orders/index.ts'
import { beginFulfilment } from './fulfil-order.ts'

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let userId = 0
let token = ''
beforeEach(async () => {
  ;({ userId, token } = await make.addPerson())
})

const fill = (kind: 'beans' | 'balance', amountCents: number) =>
  server.database.db.transaction((tx) =>
    transfer(
      tx,
      {
        key: `fill:${userId}:${kind}`,
        reason: 'recharge',
        from: { kind: 'alipay' },
        to: { userId, kind },
        amountCents,
      },
      server.clock.now(),
    ),
  )
const wallet = () => findWallet(server.database.db, userId)
const pay = (orderId: number, payMethod: number = PayMethod.beans) =>
  server.post('/vmcloud/api/order/payOrder', { orderId, payMethod }, { token })
const infoOf = async (orderId: number) =>
  (await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, { token })).data as OrderInfo
const order = async (quantity: number, couponId?: number, offCents = 0): Promise<OrderInfo> => {
  const { goodPrice, oldGoodPrice, firstPurchase } = await shop.priceOf(shop.productId, token)
  const unit = quantity > 1 && firstPurchase ? (oldGoodPrice ?? 0) : goodPrice
  const answer = await shop.order(token, {
    items: [{ id: shop.productId, quantity, goodPrice: unit }],
    zoneId: shop.zoneId,
    imageType: 1,
    totalCents: unit * quantity - offCents,
    ...(couponId !== undefined && { couponId }),
  })
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as OrderInfo
}
const phonesOf = (orderId: number) =>
  server.database.db
    .select({ device: devices, bought: orderDevices })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(eq(orderDevices.orderId, orderId))
    .orderBy(devices.id)
const ended = (orderId: number, status: OrderStatus) =>
  eventually(async () => expect(await infoOf(orderId)).toMatchObject({ status }))

describe('an order that is paid from the wallet', () => {
  it('becomes running phones that have cost what was paid', async () => {
    await fill('beans', 20_000)
    const before = await shop.stock()
    const { orderId, payableCents } = await order(3)
    expect(await pay(orderId)).toMatchObject({
      code: 200,
      data: { order: { status: OrderStatus.paid, payMethod: 3 }, next: { kind: 'none' } },
    })
    await ended(orderId, OrderStatus.fulfilled)
    const phones = await phonesOf(orderId)
    expect(phones.map(({ device }) => device.state)).toEqual(['running', 'running', 'running'])
    expect(phones.map(({ device }) => device.name)).toEqual(['畅享云手机', '畅享云手机 02', '畅享云手机 03'])
    expect(phones.reduce((sum, { bought }) => sum + bought.paidCents, 0)).toBe(payableCents)
    expect(await wallet()).toMatchObject({ beansCents: 20_000 - payableCents })
    expect(await shop.stock()).toMatchObject({ reserved: before.reserved, rented: before.rented + 3 })
    expect(await auditLedger(server.database.db)).toEqual([])
    const orderPhones = await server.get(`/vmcloud/api/order/getOrderPhones?orderId=${orderId}`, { token })
    expect(orderPhones.data).toEqual({
      taskId: expect.any(Number),
      phones: phones.map(({ device, bought }) => ({
        deviceId: device.id,
        name: device.name,
        paidCents: bought.paidCents,
        isReturned: false,
        expiresAt: device.expiresAt.getTime(),
      })),
      goods: expect.objectContaining({ configId: shop.configId, quantity: 3 }),
      isFirstPurchase: true,
    })
    expect(
      await server.get(`/vmcloud/api/order/getOrderPhones?orderId=${orderId}`, await make.addPerson()),
    ).toMatchObject({
      code: 1080,
    })
  })

  it('names each phone by its goods and the first number that no phone of its owner has', async () => {
    await fill('beans', 20_000)
    const namesOf = async (orderId: number) => {
      await pay(orderId)
      await ended(orderId, OrderStatus.fulfilled)
      return (await phonesOf(orderId)).map(({ device }) => device.name)
    }
    const first = await order(3)
    expect(await namesOf(first.orderId)).toEqual(['畅享云手机', '畅享云手机 02', '畅享云手机 03'])
    const [, second] = await phonesOf(first.orderId)
    await server.database.db
      .update(devices)
      .set({ name: '工作机' })
      .where(eq(devices.id, second?.device.id ?? 0))
    expect(await namesOf((await order(2)).orderId)).toEqual(['畅享云手机 02', '畅享云手机 04'])
  })

  it('is paid once, however often that is asked for', async () => {
    await fill('balance', 20_000)
    const { orderId, payableCents } = await order(2)
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(orderId, PayMethod.balance)))
    expect(answers.every(({ code }) => code === 200)).toBe(true)
    expect(await wallet()).toMatchObject({ balanceCents: 20_000 - payableCents })
    await ended(orderId, OrderStatus.fulfilled)
    expect(await phonesOf(orderId)).toHaveLength(2)
  })

  it.each([
    [PayMethod.beans, 1015],
    [PayMethod.balance, 1025],
  ])('with too little in it (%i) answers %i and stays pending', async (method, code) => {
    const { orderId } = await order(1)
    expect(await pay(orderId, method)).toMatchObject({ code })
    expect(await infoOf(orderId)).toMatchObject({ status: OrderStatus.pending })
  })

  it('uses its coupon, and the first price is had', async () => {
    await fill('beans', 20_000)
    const couponId = await shop.issueCoupon(userId, {})
    const { orderId } = await order(1, couponId, 100)
    await pay(orderId)
    expect(await shop.couponState(couponId)).toBe('used')
    expect(await shop.priceOf(shop.productId, token)).toMatchObject({ firstPurchase: false, firstCount: 1 })
    await ended(orderId, OrderStatus.fulfilled)
  })

  it('is refused when it is over, to a stranger, and by a way that does not fit', async () => {
    await fill('beans', 20_000)
    const { orderId } = await order(1)
    const stranger = await make.addPerson()
    const asStranger = await server.post('/vmcloud/api/order/payOrder', { orderId, payMethod: 3 }, stranger)
    expect(asStranger).toMatchObject({ code: 1080, msg: '内容不存在或已被删除' })
    expect(await pay(orderId, PayMethod.iosVirtual)).toMatchObject({ code: 1080, msg: '该订单不支持此支付方式' })
    server.clock.advance(ORDER_LIFETIME_MS)
    expect(await pay(orderId)).toMatchObject({ code: 1080, msg: '订单已失效，请重新下单' })
    expect(await wallet()).toMatchObject({ beansCents: 20_000 })
  })
})

it('is begun in one transaction for as many phones as a list may hold', async () => {
  const PHONES = 10_000
  await fill('beans', 20_000)
  await shop.setCapacity(PHONES + 100)
  const { orderId } = await order(1)
  const { db } = server.database
  const isPlace = and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, shop.configId))
  await db.update(orderItems).set({ quantity: PHONES }).where(eq(orderItems.orderId, orderId))
  await db.update(stockReservations).set({ quantity: PHONES }).where(eq(stockReservations.orderId, orderId))
  await db.update(zoneStock).set({ reserved: PHONES }).where(isPlace)
  const { clock, tasks, outbox, jobs, database } = server
  const deps = { clock, tasks, outbox, database, jobs, sealedTexts: {} as never }
  const begun = db.transaction(async (tx) => {
    await beginFulfilment(deps, tx, await lockOrder(tx, orderId))
    const count = await tx.$count(orderDevices, eq(orderDevices.orderId, orderId))
    const [stock] = await tx.select().from(zoneStock).where(isPlace)
    throw new Error(`rolled back with ${count} phones, ${stock?.reserved} reserved`)
  })
  await expect(begun).rejects.toThrow(`rolled back with ${PHONES} phones, 0 reserved`)
  await db.update(stockReservations).set({ quantity: 1 }).where(eq(stockReservations.orderId, orderId))
  await db.update(zoneStock).set({ reserved: 1 }).where(isPlace)
  await db.update(orderItems).set({ quantity: 1 }).where(eq(orderItems.orderId, orderId))
})

describe('a phone that does not come up', () => {
  it('is paid back, and the others are kept', async () => {
    await fill('beans', 20_000)
    const before = await shop.stock()
    const { orderId, payableCents } = await order(2)
    server.supplier.failing.set(`order-${orderId}-2`, 'noSpace')
    await pay(orderId)
    await ended(orderId, OrderStatus.fulfilled)
    const [kept, lost] = await phonesOf(orderId)
    expect([kept?.device.state, lost?.device.state]).toEqual(['running', 'released'])
    expect(await wallet()).toMatchObject({ beansCents: 20_000 - payableCents + (lost?.bought.paidCents ?? 0) })
    expect((await shop.stock()).rented).toBe(before.rented + 1)
  })

  it('alone makes its order refunded, to the cent', async () => {
    await fill('balance', 20_000)
    const { orderId } = await order(1)
    server.supplier.failing.set(`order-${orderId}-1`, 'noSpace')
    await pay(orderId, PayMethod.balance)
    await ended(orderId, OrderStatus.refunded)
    expect(await infoOf(orderId)).toMatchObject({ failure: '云手机未能创建，款项原路退回' })
    expect(await wallet()).toMatchObject({ balanceCents: 20_000 })
    expect(await auditLedger(server.database.db)).toEqual([])
    const { payableCents } = await infoOf(orderId)
    await eventually(async () => {
      const { rows } = await server.database.pool.query<{ content: string }>(
        `select content from messages where event = 'orderRefunded' and link like '%orderId=' || $1`,
        [orderId],
      )
      expect(rows.map(({ content }) => content)).toEqual([expect.stringContaining(`${payableCents / 100}`)])
    })
  })
})
