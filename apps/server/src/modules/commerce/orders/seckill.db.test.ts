import type { SeckillItem, SeckillWindow } from '@yunji/contract/commerce/commodity/schema'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { activities, activityProducts } from '../../../tables/catalogue.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { expireOrders } from './index.ts'

const HOUR_MS = DAY_MS / 24
const PRICE_CENTS = 700

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
await server.database.db.update(activities).set({ isEnabled: false })
let userId = 0
let token = ''
let activityId = 0
beforeEach(async () => {
  ;({ userId, token } = await make.addPerson())
  activityId = await addWindow(0, HOUR_MS)
})

const addWindow = async (fromMs: number, toMs: number, stock = 5, perUserLimit = 2): Promise<number> => {
  const { db } = server.database
  const now = server.clock.now()
  const [activity] = await db
    .insert(activities)
    .values({ name: '测试秒杀', kind: 'seckill', startsAt: later(now, fromMs), endsAt: later(now, toMs) })
    .returning()
  const piece = {
    productId: shop.productId,
    priceCents: PRICE_CENTS,
    stockLeft: stock,
    stockTotal: stock,
    perUserLimit,
  }
  await db.insert(activityProducts).values({ activityId: activity?.id ?? 0, ...piece })
  return activity?.id ?? 0
}
const grab = (as = token, changes: object = {}) => {
  const wanted = { quantity: 1, goodPrice: PRICE_CENTS, ...changes }
  const totalCents = wanted.quantity * wanted.goodPrice
  return server.post(
    '/vmcloud/api/order/createSeckillActivityOrder',
    { activityId, id: shop.productId, zoneId: shop.zoneId, totalCents, ...wanted },
    { token: as, headers: { 'idempotency-key': shop.nextKey() } },
  )
}
const listed = async (as?: string): Promise<SeckillWindow[]> => {
  const { data } = await server.get('/vmcloud/api/activity/getSeckillList', as ? { token: as } : {})
  const { now, windows } = data as { now: number; windows: SeckillWindow[] }
  expect(now).toBe(server.clock.now().getTime())
  return windows
}
const item = async (as?: string): Promise<SeckillItem | undefined> =>
  (await listed(as)).find((window) => window.activityId === activityId)?.items[0]
const left = async () => {
  const isPiece = and(eq(activityProducts.activityId, activityId), eq(activityProducts.productId, shop.productId))
  const [row] = await server.database.db.select().from(activityProducts).where(isPiece)
  return row?.stockLeft
}

it('shows what runs and what comes within a day, with what is left and what one has had', async () => {
  const coming = await addWindow(HOUR_MS, 2 * HOUR_MS)
  const far = await addWindow(DAY_MS + 1, 2 * DAY_MS)
  const over = await addWindow(-HOUR_MS, 0)
  await grab()
  const ids = (await listed()).map((window) => window.activityId)
  expect(ids).toEqual(expect.arrayContaining([activityId, coming]))
  expect([ids.includes(far), ids.includes(over)]).toEqual([false, false])
  expect(await item(token)).toMatchObject({
    goodPrice: PRICE_CENTS,
    stockLeft: 4,
    stockTotal: 5,
    perUserLimit: 2,
    ownCount: 1,
  })
  expect(await item()).toMatchObject({ ownCount: 0 })
  expect((await item())?.oldGoodPrice).toBeGreaterThan(PRICE_CENTS)
})

it('sells at its own price, shown as an activity’s', async () => {
  const answer = await grab()
  expect(answer).toMatchObject({ code: 200, data: { kind: 'seckill', payableCents: PRICE_CENTS } })
  expect((answer.data as OrderInfo).lines.map(({ label }) => label)).toEqual(['商品金额', '活动优惠'])
})

it('takes no other price', async () => {
  expect(await grab(token, { goodPrice: PRICE_CENTS - 1 })).toMatchObject({
    code: 1016,
    data: { lines: [{ id: shop.productId, currentCents: PRICE_CENTS, differenceCents: 1 }] },
  })
  expect(await grab(token, { totalCents: 1 })).toMatchObject({ code: 1023, data: { differenceCents: PRICE_CENTS - 1 } })
  expect(await left()).toBe(5)
})

it('goes by the server’s clock, and to the last moment', async () => {
  activityId = await addWindow(HOUR_MS, 2 * HOUR_MS)
  expect(await grab()).toMatchObject({ code: 1080, msg: '秒杀尚未开始' })
  server.clock.advance(HOUR_MS)
  expect(await grab()).toMatchObject({ code: 200 })
  server.clock.advance(HOUR_MS)
  ;({ token } = await make.addPerson())
  expect(await grab()).toMatchObject({ code: 1080, msg: '秒杀已结束' })
  expect(await grab(token, { activityId: 999_999 })).toMatchObject({ code: 1022 })
})

it('gives nobody more than their limit, unpaid orders included', async () => {
  expect(await grab(token, { quantity: 3 })).toMatchObject({ code: 1014, data: { limit: 2 } })
  const answers = await Promise.all(Array.from({ length: 4 }, () => grab()))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([1014, 1014, 200, 200])
  expect(await left()).toBe(3)
})

it('gives back what is cancelled or not paid in time, once', async () => {
  const { orderId } = (await grab()).data as OrderInfo
  await grab()
  expect(await left()).toBe(3)
  await server.post('/vmcloud/api/order/cancelOrder', { orderId }, { token })
  await server.post('/vmcloud/api/order/cancelOrder', { orderId }, { token })
  expect([await left(), (await item(token))?.ownCount]).toEqual([4, 1])
  server.clock.advance(15 * 60_000)
  await expireOrders(server)()
  expect(await left()).toBe(5)
})

it('sells the last piece to exactly one of fifty orders', async () => {
  activityId = await addWindow(0, HOUR_MS, 1, 50)
  const before = await shop.stock()
  const tokens = [token, (await make.addPerson()).token]
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => grab(tokens[index % tokens.length])))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 1017)).toHaveLength(49)
  expect([await left(), (await shop.stock()).reserved]).toEqual([0, before.reserved + 1])
})

it('is told which coupons fit its own price, and of which seckill', async () => {
  const half = await shop.issueCoupon(userId, { couponType: 3, parValue: 50 })
  const far = await shop.issueCoupon(userId, { couponType: 1, conditionsUse: PRICE_CENTS + 100 })
  const ask = (more: object) =>
    server.post(
      '/vmcloud/api/coupon/getOrderCoupons',
      { kind: 'seckill', items: [{ id: shop.productId, quantity: 1 }], ...more },
      { token },
    )
  const discountCents = PRICE_CENTS / 2
  expect((await ask({ activityId })).data).toMatchObject({
    usable: [{ coupon: { id: half }, discountCents }],
    unusable: [{ coupon: { id: far }, reason: '还差 1.00 元可用' }],
  })
  expect(await ask({})).toMatchObject({ code: 1080, msg: '请说明是哪一场秒杀' })
  expect((await grab(token, { couponId: half, totalCents: PRICE_CENTS - discountCents })).code).toBe(200)
})
