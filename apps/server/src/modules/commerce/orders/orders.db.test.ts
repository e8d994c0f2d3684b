import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { ORDER_LIFETIME_MS } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { expireOrders } from './index.ts'

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let userId = 0
let token = ''
beforeEach(async () => {
  ;({ userId, token } = await make.addPerson())
})

interface Selection {
  readonly quantity?: number
  readonly id?: number
  readonly couponId?: number
  readonly offCents?: number
}

/** An order on the price that holds. */
const select = async ({ quantity = 1, id = shop.productId, couponId, offCents = 0 }: Selection = {}) => {
  const price = await shop.priceOf(id, token)
  const goodPrice = quantity > 1 && price.firstPurchase ? (price.oldGoodPrice ?? 0) : price.goodPrice
  return {
    items: [{ id, quantity, goodPrice }],
    zoneId: shop.zoneId,
    imageType: 1,
    totalCents: goodPrice * quantity - offCents,
    ...(couponId !== undefined && { couponId }),
  }
}
const cancel = (orderId: number, as = token) =>
  server.post('/vmcloud/api/order/cancelOrder', { orderId }, { token: as })
const made = async (body: object): Promise<OrderInfo> => {
  const answer = await shop.order(token, body)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as OrderInfo
}

describe('an order', () => {
  it('is pending, priced line by line, and holds its stock', async () => {
    const before = await shop.stock()
    const body = await select()
    const order = await made(body)
    expect(order).toMatchObject({
      status: OrderStatus.pending,
      kind: 'buy',
      businessType: 1,
      title: '畅享云手机 · 30 天 × 1',
      payableCents: body.totalCents,
      expiresAt: server.clock.now().getTime() + ORDER_LIFETIME_MS,
      payMethod: null,
    })
    expect(order.lines.map(({ label }) => label)).toEqual(['商品金额', '首购优惠'])
    expect(order.lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(order.payableCents)
    expect((await shop.stock()).reserved).toBe(before.reserved + 1)
    expect(await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${order.orderId}`, { token })).toMatchObject({
      data: order,
    })
  })

  it('stands in its buyer’s list, newest first, by state', async () => {
    const first = await made(await select({ quantity: 2 }))
    const second = await made(await select({ quantity: 3 }))
    await cancel(first.orderId)
    const idsOf = async (filter: string) => {
      const { data } = await server.get(`/vmcloud/api/order/getOrderList?filter=${filter}`, { token })
      return (data as { records: OrderInfo[] }).records.map(({ orderId }) => orderId)
    }
    expect(await idsOf('all')).toEqual([second.orderId, first.orderId])
    expect(await idsOf('pending')).toEqual([second.orderId])
    expect(await idsOf('refunds')).toEqual([])
  })

  it('of somebody else looks like none', async () => {
    const { orderId } = await made(await select())
    const stranger = await make.addPerson()
    const path = `/vmcloud/api/order/getOrderInfo?orderId=${orderId}`
    expect(await server.get(path, stranger)).toMatchObject({ code: 1080, msg: '内容不存在或已被删除' })
    expect(await cancel(orderId, stranger.token)).toMatchObject({ code: 1080, msg: '内容不存在或已被删除' })
  })

  it('is made once for one key, and refused for another body', async () => {
    const key = shop.nextKey()
    const body = await select({ quantity: 2 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.order(token, body, key)))
    expect(new Set(answers.map(({ data }) => (data as OrderInfo).orderId)).size).toBe(1)
    expect(await shop.order(token, await select({ quantity: 3 }), key)).toMatchObject({ code: 1080 })
  })
})

describe('a price', () => {
  it('that has changed is answered with the exact difference (1016)', async () => {
    const body = await select()
    const [item] = body.items
    const cheaper = { ...body, items: [{ ...item, goodPrice: (item?.goodPrice ?? 0) - 1 }] }
    expect(await shop.order(token, cheaper)).toMatchObject({
      code: 1016,
      data: { lines: [{ id: shop.productId, differenceCents: 1, currentCents: item?.goodPrice }] },
    })
  })

  it('whose total does not match is answered with the exact difference (1023)', async () => {
    const body = await select({ quantity: 2 })
    expect(await shop.order(token, { ...body, totalCents: body.totalCents - 7 })).toMatchObject({
      code: 1023,
      data: { sentCents: body.totalCents - 7, currentCents: body.totalCents, differenceCents: 7 },
    })
  })

  it.each([{ quantity: 0 }, { quantity: -1 }, { quantity: 1.5 }, { quantity: 1e9 }, { quantity: '1' }])(
    'of %j is bad input',
    async (change) => {
      const body = await select()
      expect(await shop.order(token, { ...body, items: [{ ...body.items[0], ...change }] })).toMatchObject({
        code: 1080,
      })
    },
  )

  it('of first-purchase terms is given once, even to two orders at the same moment', async () => {
    const body = await select()
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.order(token, body)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const refused = answers.find(({ code }) => code !== 200)
    expect(refused?.msg).toBe('已有一笔首购价订单待支付，请先支付或取消')
  })

  it('of first-purchase terms can be had again when its order is cancelled', async () => {
    const { orderId } = await made(await select())
    await cancel(orderId)
    expect(await made(await select())).toMatchObject({ status: OrderStatus.pending })
  })
})

describe('goods', () => {
  it('that are not sold are none (1022)', async () => {
    const body = await select()
    const items = [{ id: 999_999, quantity: 1, goodPrice: 1 }]
    expect(await shop.order(token, { ...body, items })).toMatchObject({ code: 1022 })
  })

  it('of more than fifty phones are too many (1014)', async () => {
    expect(await shop.order(token, await select({ quantity: 51 }))).toMatchObject({ code: 1014 })
  })

  it('without the chosen image are refused, and so is a foreign group', async () => {
    const body = await select()
    expect(await shop.order(token, { ...body, imageType: 3 })).toMatchObject({ code: 1080, msg: '该配置没有所选镜像' })
    expect(await shop.order(token, { ...body, groupId: 1 })).toMatchObject({ code: 1080 })
  })

  it('of the old flow come from the zone with the most of them', async () => {
    const { items, totalCents } = await select({ quantity: 2 })
    const answer = await server.post(
      '/vmcloud/api/order/createCloudOrder',
      { ...items[0], totalCents },
      { token, headers: { 'idempotency-key': shop.nextKey() } },
    )
    expect(answer).toMatchObject({ code: 200, data: { kind: 'buy', payableCents: totalCents } })
  })
})

describe('stock', () => {
  it('of one phone goes to exactly one of twenty buyers, and the others get 1017', async () => {
    const { reserved, capacity } = await shop.stock()
    await shop.setCapacity(reserved + 1)
    const buyers = await Promise.all(Array.from({ length: 20 }, () => make.addPerson()))
    const body = await select()
    const answers = await Promise.all(buyers.map((buyer) => shop.order(buyer.token, body)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 1017),
    ])
    await shop.setCapacity(capacity)
  })

  it('comes back when an order is cancelled, once', async () => {
    const before = await shop.stock()
    const { orderId } = await made(await select({ quantity: 4 }))
    expect((await shop.stock()).reserved).toBe(before.reserved + 4)
    const answers = await Promise.all([cancel(orderId), cancel(orderId), cancel(orderId)])
    expect(answers.map(({ data }) => (data as OrderInfo).status)).toEqual(Array.from({ length: 3 }, () => 4))
    expect((await shop.stock()).reserved).toBe(before.reserved)
  })

  it('comes back when an order is not paid within its quarter of an hour', async () => {
    const before = await shop.stock()
    const { orderId } = await made(await select({ quantity: 2 }))
    server.clock.advance(ORDER_LIFETIME_MS - 1)
    await expireOrders(server)()
    expect((await shop.stock()).reserved).toBeGreaterThanOrEqual(before.reserved + 2)
    server.clock.advance(1)
    await expireOrders(server)()
    await expireOrders(server)()
    expect((await shop.stock()).reserved).toBe(0)
    const { data } = await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, { token })
    expect(data).toMatchObject({ status: OrderStatus.expired })
  })
})

describe('unpaid orders of one account', () => {
  const refusals = async (bodies: readonly object[]) =>
    (await Promise.all(bodies.map((body) => shop.order(token, body)))).filter(({ code }) => code !== 200)

  it('are three at most, also at the same moment, and the next is told which they are', async () => {
    const before = await shop.stock()
    const body = await select({ quantity: 2 })
    const refused = await refusals(Array.from({ length: 10 }, () => body))
    expect(refused).toHaveLength(7)
    const { data } = await server.get('/vmcloud/api/order/getOrderList?filter=pending', { token })
    const pendingOrderIds = (data as { records: OrderInfo[] }).records.map(({ orderId }) => orderId).toReversed()
    for (const answer of refused) {
      expect(answer).toMatchObject({
        code: 1014,
        msg: '您有 3 笔订单待支付：「畅享云手机 · 30 天 × 2」、「畅享云手机 · 30 天 × 2」、「畅享云手机 · 30 天 × 2」，请先支付或取消',
        data: { pendingOrderIds },
      })
    }
    expect((await shop.stock()).reserved).toBe(before.reserved + 6)
    await cancel(pendingOrderIds[0] ?? 0)
    expect(await made(body)).toMatchObject({ status: OrderStatus.pending })
  })

  it('hold fifty phones at most together, also at the same moment', async () => {
    await shop.setCapacity(1000)
    const before = await shop.stock()
    const body = await select({ quantity: 20 })
    const refused = await refusals([body, body, body])
    expect(refused).toMatchObject([{ code: 1014, msg: expect.stringContaining('已占用 40 台，同时最多 50 台') }])
    expect((await shop.stock()).reserved).toBe(before.reserved + 40)
    expect(await made(await select({ quantity: 10 }))).toMatchObject({ status: OrderStatus.pending })
  })

  it('do not count what holds no phones, nor what others have ordered', async () => {
    await made(await select({ quantity: 50 }))
    const stranger = await make.addPerson()
    expect(await shop.order(stranger.token, await select({ quantity: 50 }))).toMatchObject({ code: 200 })
    const recharge = { businessType: 3, id: 1, quantity: 1, totalCents: 1 }
    const answer = await server.post('/vmcloud/api/order/createOrder', recharge, {
      token,
      headers: { 'idempotency-key': shop.nextKey() },
    })
    expect(answer.code).not.toBe(1014)
  })
})

describe('a coupon', () => {
  it('comes off the price and is held until the order ends', async () => {
    const couponId = await shop.issueCoupon(userId, { parValue: 300 })
    const order = await made(await select({ quantity: 2, couponId, offCents: 300 }))
    expect(order.lines.at(-1)).toEqual({ label: '优惠券', amountCents: -300 })
    expect(await shop.couponState(couponId)).toBe('locked')
    const again = await shop.order(token, await select({ quantity: 2, couponId, offCents: 300 }))
    expect(again).toMatchObject({ code: 1080, msg: '优惠券不可用，请重新选择' })
    await cancel(order.orderId)
    expect(await shop.couponState(couponId)).toBe('efficient')
  })

  it('that expired while an order held it is expired when it comes back', async () => {
    const couponId = await shop.issueCoupon(userId, {}, later(server.clock.now(), DAY_MS))
    const { orderId } = await made(await select({ quantity: 2, couponId, offCents: 100 }))
    server.clock.advance(DAY_MS)
    await cancel(orderId)
    expect(await shop.couponState(couponId)).toBe('expired')
  })

  it.each([
    ['of somebody else', async () => shop.issueCoupon((await make.addPerson()).userId, {}), '优惠券不可用，请重新选择'],
    ['that has expired', () => shop.issueCoupon(userId, {}, server.clock.now()), '优惠券不可用，请重新选择'],
    ['of another business', () => shop.issueCoupon(userId, { businessType: 3 }), '所购商品不在适用范围'],
    [
      'below its threshold',
      () => shop.issueCoupon(userId, { couponType: 1, conditionsUse: 1_000_000 }),
      expect.stringMatching(/^还差 .* 元可用$/),
    ],
  ])('%s is refused', async (_name, give, msg) => {
    const couponId = await give()
    const answer = await shop.order(token, await select({ quantity: 2, couponId, offCents: 100 }))
    expect(answer).toMatchObject({ code: 1080, msg })
    expect(await shop.couponState(couponId)).toBe('efficient')
  })

  it('is used by one of ten orders at the same moment', async () => {
    const couponId = await shop.issueCoupon(userId, {})
    const body = await select({ quantity: 2, couponId, offCents: 100 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.order(token, body)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })
})
