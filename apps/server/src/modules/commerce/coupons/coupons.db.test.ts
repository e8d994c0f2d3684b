import { CouponStatus, CouponType } from '@yunji/contract/commerce/coupon/enums'
import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { coupons, couponTemplates } from '../../../tables/coupons.ts'
import { isWaitingForLock } from '../../../testing/connections.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createPeople } from '../../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createWalletHarness } from '../../../testing/wallet.ts'
import { issueWelcomeCoupons } from './index.ts'
import { listUnusedCoupons } from './store.ts'

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
const wallet = createWalletHarness(server)
let userId = 0
let token = ''
beforeEach(async () => {
  ;({ userId, token } = await make.addPerson())
})

interface Page {
  readonly records: Coupon[]
  readonly totalPage: number
  readonly counts: Record<string, number>
}

const list = async (query = '') =>
  (await server.get(`/vmcloud/api/coupon/getCouponList${query}`, { token })).data as Page
const idsOf = async (query: string) => (await list(query)).records.map(({ id }) => id).toSorted((a, b) => a - b)
const inDays = (days: number) => later(server.clock.now(), days * DAY_MS)
const setState = (couponId: number, fields: Partial<typeof coupons.$inferInsert>) =>
  server.database.db.update(coupons).set(fields).where(eq(coupons.id, couponId))
const operator = (call: string, body: object) =>
  server.post(`/vmcloud/api/operator/${call}`, body, { token: OPERATOR_TOKEN })
const template = async (fields: object = {}): Promise<number> => {
  const body = { name: '运营券', couponType: 2, parValue: 300, businessType: 1, scopeApplication: 1, ...fields }
  const answer = await operator('createCouponTemplate', body)
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as { templateId: number }).templateId
}
const exchange = (exchangeCode: string, as = token) =>
  server.post('/vmcloud/api/coupon/exchangeCoupon', { exchangeCode }, { token: as })
const buyWith = async (couponId?: number, offCents = 0) => {
  const { goodPrice } = await shop.priceOf(shop.productId, token)
  return shop.order(token, {
    items: [{ id: shop.productId, quantity: 1, goodPrice }],
    zoneId: shop.zoneId,
    imageType: 1,
    totalCents: goodPrice - offCents,
    couponId,
  })
}
const buy = async (couponId?: number, offCents = 0) => {
  const answer = await buyWith(couponId, offCents)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as OrderInfo
}

describe('the list', () => {
  it('tells each state at once, by the clock', async () => {
    const [good, soon, old, withdrawn] = await Promise.all([
      shop.issueCoupon(userId, {}, inDays(30)),
      shop.issueCoupon(userId, {}, inDays(3)),
      shop.issueCoupon(userId, {}, inDays(10)),
      shop.issueCoupon(userId, {}),
    ])
    await setState(withdrawn, { state: 'invalid' })
    expect(await idsOf('')).toEqual([good, soon, old].toSorted((a, b) => a - b))
    expect(await idsOf('?couponType=-2')).toEqual([soon])
    expect(await idsOf('?couponType=-1')).toHaveLength(3)
    server.clock.advance(10 * DAY_MS)
    expect(await idsOf('')).toEqual([good])
    expect(await idsOf('?couponType=-1')).toEqual([])
    expect(await idsOf(`?status=${CouponStatus.expired}`)).toEqual([soon, old].toSorted((a, b) => a - b))
    expect(await idsOf('?couponType=-4')).toEqual(await idsOf(`?status=${CouponStatus.expired}`))
    expect(await idsOf(`?status=${CouponStatus.invalid}`)).toEqual([withdrawn])
    expect((await list()).counts).toEqual({ efficient: 1, used: 0, expired: 2, invalid: 1 })
  })

  it('is one of a type, in pages', async () => {
    for (let count = 0; count < 3; count++) await shop.issueCoupon(userId, { couponType: CouponType.discountCoupon })
    await shop.issueCoupon(userId, {})
    expect(await list('?couponType=3&rows=2&page=2')).toMatchObject({ page: 2, totalPage: 2, records: [{}] })
    expect((await server.get('/vmcloud/api/coupon/getCouponList?couponType=9', { token })).code).toBe(1080)
  })

  it('says in words what a coupon is good for', async () => {
    const goodId = (await shop.priceOf(shop.productId)).goodId
    await shop.issueCoupon(userId, {
      couponType: CouponType.fullVolumeReduction,
      parValue: 2000,
      conditionsUse: 10_000,
      scopeApplications: '2,5',
      rules: [
        { type: 2, objectData: String(goodId) },
        { type: 5, objectData: '720' },
      ],
      effectiveScope: '4',
    })
    const [coupon] = (await list()).records
    expect(coupon?.scopeText).toMatch(/^限\S+云手机，限时长 30 天，限首购商品$/)
    expect(coupon?.ruleTexts).toEqual(expect.arrayContaining(['满 100 元减 20 元', '用于购买和续费云手机']))
  })

  it.each([
    [1, '云手机通用'],
    [2, '升降配置通用'],
    [3, '限云豆充值'],
    [4, '限购买云空间'],
    [5, '限购买激活码'],
  ])('says of business %i: %s', async (businessType, scopeText) => {
    await shop.issueCoupon(userId, { businessType })
    expect((await list()).records).toMatchObject([{ scopeText }])
  })

  it('marks what a pending order holds, and shows no stranger’s', async () => {
    const couponId = await shop.issueCoupon(userId, { parValue: 100 })
    const { orderId } = await buy(couponId, 100)
    expect((await list()).records).toMatchObject([{ id: couponId, isLocked: true, status: 1, orderId }])
    const stranger = await make.addPerson()
    expect((await server.get('/vmcloud/api/coupon/getCouponList', stranger)).data).toMatchObject({ records: [] })
  })
})

describe('usage records', () => {
  it('tell the order and what came off', async () => {
    const couponId = await shop.issueCoupon(userId, { parValue: 100 })
    await wallet.fill(userId, 'beans', 100_000)
    const { orderId, title } = await buy(couponId, 100)
    await wallet.pay(token, orderId, PayMethod.beans)
    const { data } = await server.get('/vmcloud/api/coupon/getCouponUsage', { token })
    expect(data).toMatchObject({ records: [{ couponId, orderId, orderTitle: title, discountCents: 100 }] })
    expect(await idsOf('?couponType=-3')).toEqual([couponId])
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
  })
})

describe('an exchange code', () => {
  it('becomes a coupon once for each', async () => {
    await template({ exchangeCode: 'ONCE2026', validDays: 30 })
    expect(await exchange(' once2026 ')).toMatchObject({
      code: 200,
      data: { name: '运营券', expiresAt: inDays(30).getTime(), isNewArrival: true },
    })
    expect(await exchange('ONCE2026')).toMatchObject({ code: 1080, msg: '你已兑换过该优惠券' })
    expect((await list()).records).toHaveLength(1)
  })

  it('gives one person no more than their share, even at the same moment', async () => {
    await template({ exchangeCode: 'TWICE', perUserLimit: 2, leftCount: 100 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange('TWICE')))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    const [row] = await server.database.db
      .select()
      .from(couponTemplates)
      .where(eq(couponTemplates.exchangeCode, 'TWICE'))
    expect(row?.leftCount).toBe(98)
  })

  it('with one left goes to exactly one', async () => {
    await template({ exchangeCode: 'LASTONE', leftCount: 1 })
    const people = await Promise.all(Array.from({ length: 5 }, () => make.addPerson()))
    const answers = await Promise.all(people.map((person) => exchange('LASTONE', person.token)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ msg }) => msg === '该兑换码已被领完')).toHaveLength(4)
  })

  it('that is none ends the guessing for the day', async () => {
    await template({ exchangeCode: 'RIGHT' })
    for (let count = 0; count < 20; count++) {
      expect(await exchange(`WRONG${count}`)).toMatchObject({ code: 1080, msg: '兑换码不正确或已失效' })
    }
    expect(await exchange('RIGHT')).toMatchObject({ msg: '今天输错的次数过多，请明天再试' })
    server.clock.advance(DAY_MS)
    expect((await exchange('RIGHT')).code).toBe(200)
  })
})

describe('many exchange codes at once', () => {
  const tryAll = (codes: readonly string[], as: string) => Promise.all(codes.map((code) => exchange(code, as)))

  it('are no more wrong ones than a day has', async () => {
    const { token: guesser } = await make.addPerson()
    const answers = await tryAll(
      Array.from({ length: 60 }, (_, count) => `GUESS${count}`),
      guesser,
    )
    expect(answers.filter(({ msg }) => msg === '兑换码不正确或已失效')).toHaveLength(20)
    expect(answers.filter(({ msg }) => msg === '今天输错的次数过多，请明天再试')).toHaveLength(40)
  })

  it('that are right, or were, count for nothing', async () => {
    const { token: collector } = await make.addPerson()
    await template({ exchangeCode: 'MINE' })
    await template({ exchangeCode: 'GONE', leftCount: 1 })
    await exchange('GONE', (await make.addPerson()).token)
    for (let count = 0; count < 12; count += 1) await tryAll(['MINE', 'GONE'], collector)
    await template({ exchangeCode: 'STILL' })
    expect((await exchange('STILL', collector)).code).toBe(200)
  })
})

describe('an operator', () => {
  it('gives coupons to people, each within the limits', async () => {
    const other = await make.addPerson()
    const templateId = await template({ leftCount: 1 })
    const userIds = [userId, other.userId, 999_999]
    const { data } = await operator('issueCoupons', { templateId, userIds })
    expect(data).toEqual({ issued: 1, skipped: [other.userId, 999_999] })
    expect((await operator('issueCoupons', { templateId, userIds })).data).toMatchObject({ issued: 0 })
  })

  it('withdraws what nobody has begun to use', async () => {
    const templateId = await template({ exchangeCode: 'RECALL' })
    await exchange('RECALL')
    expect((await operator('withdrawCoupons', { templateId })).data).toEqual({ withdrawn: 1 })
    expect((await list()).counts).toMatchObject({ efficient: 0, invalid: 1 })
    expect((await exchange('RECALL')).code).toBe(1080)
  })

  it('withdraws at once what no order may take any more, and the rest later', async () => {
    const templateId = await template({ exchangeCode: 'LATER' })
    await exchange('LATER')
    const { pool, db } = server.database
    await pool.query('update coupon_templates set withdrawn_at = now(), is_enabled = false where id = $1', [templateId])
    const [coupon] = await db.select().from(coupons).where(eq(coupons.templateId, templateId))
    expect(coupon).toMatchObject({ state: 'efficient' })
    // Nor is it offered any more.
    expect((await list()).counts).toMatchObject({ efficient: 0 })
    expect(await listUnusedCoupons(db, coupon?.userId ?? 0)).toEqual([])
    expect(await buyWith(coupon?.id, 300)).toMatchObject({ code: 1080, msg: '优惠券不可用，请重新选择' })
    await server.runJob('coupons.withdraw', { templateId })
    expect((await list()).counts).toMatchObject({ efficient: 0, invalid: 1 })
  })

  it('withdraws nothing of a closed template with its job', async () => {
    const templateId = await template({ exchangeCode: 'CLOSED1' })
    await exchange('CLOSED1')
    await operator('closeCouponTemplate', { templateId })
    await server.runJob('coupons.withdraw', { templateId })
    const [coupon] = await server.database.db.select().from(coupons).where(eq(coupons.templateId, templateId))
    expect(coupon).toMatchObject({ state: 'efficient' })
  })

  it('does not give a withdrawn one back when the order that held it ends, but one of a closed template', async () => {
    for (const [call, state] of [
      ['withdrawCoupons', 'invalid'],
      ['closeCouponTemplate', 'efficient'],
    ] as const) {
      ;({ userId, token } = await make.addPerson())
      const templateId = await template({ exchangeCode: `HELD${state.toUpperCase()}` })
      await exchange(`HELD${state.toUpperCase()}`)
      const [coupon] = await server.database.db.select().from(coupons).where(eq(coupons.templateId, templateId))
      const { orderId } = await buy(coupon?.id, 300)
      expect((await operator(call, { templateId })).code).toBe(200)
      expect((await server.post('/vmcloud/api/order/cancelOrder', { orderId }, { token })).code).toBe(200)
      const [after] = await server.database.db.select().from(coupons).where(eq(coupons.templateId, templateId))
      expect(after).toMatchObject({ state, orderId: null })
    }
  })

  it.each([
    ['a discount of nothing', { couponType: 3, parValue: 100 }],
    ['a first-recharge coupon for phones', { couponType: 4 }],
    ['an unknown scope', { scopeApplications: '9' }],
    ['a threshold below zero', { conditionsUse: -1 }],
    ['more off than the threshold', { couponType: 1, conditionsUse: 200 }],
    ['a total for newcomers', { isForNewcomers: true, leftCount: 100 }],
  ])('cannot make %s', async (_name, fields) => {
    const body = { name: '坏券', couponType: 2, parValue: 300, businessType: 1, scopeApplication: 1, ...fields }
    expect((await operator('createCouponTemplate', body)).code).toBe(1080)
  })
})

describe('a newcomer', () => {
  it('gets what is for newcomers, once', async () => {
    await template({ name: '新人券', isForNewcomers: true, validDays: 7 })
    const people = createPeople(server, 13_900_055_000)
    const newcomer = await people.newcomer()
    server.clock.advance(MINUTE_MS)
    await people.logInBySms(newcomer.mobilePhone)
    const { data } = await server.get('/vmcloud/api/coupon/getCouponList', newcomer)
    expect((data as Page).records.map(({ name }) => name)).toEqual(['新人券'])
  })

  it('whose account is just being made keeps no coupon that is withdrawn meanwhile', async () => {
    const templateId = await template({ isForNewcomers: true })
    let withdrawal: ReturnType<typeof operator> | undefined
    await server.database.db.transaction(async (tx) => {
      await issueWelcomeCoupons(tx, userId, server.clock.now())
      withdrawal = operator('withdrawCoupons', { templateId })
      await expect.poll(() => isWaitingForLock(server.database.url)).toBe(true)
    })
    expect(await withdrawal).toMatchObject({ code: 200, data: { withdrawn: 1 } })
  })
})

describe('coupons for a checkout', () => {
  const choices = (body: object) => server.post('/vmcloud/api/coupon/getOrderCoupons', body, { token })
  const phones = (quantity: number) => ({ kind: 'buy', items: [{ id: shop.productId, quantity }] })

  it('are sorted with the best chosen, and each other with its reason', async () => {
    const small = await shop.issueCoupon(userId, { parValue: 100 })
    const large = await shop.issueCoupon(userId, { parValue: 300 })
    const beans = await shop.issueCoupon(userId, { businessType: 3 })
    const far = await shop.issueCoupon(userId, { couponType: 1, conditionsUse: 10_000_000 })
    const first = await shop.issueCoupon(userId, { couponType: 4, businessType: 3 })
    const { data } = await choices(phones(1))
    const { usable, unusable, bestCouponId } = data as {
      usable: { coupon: Coupon; discountCents: number }[]
      unusable: { coupon: Coupon; reason: string }[]
      bestCouponId: number
    }
    expect(usable.map(({ coupon, discountCents }) => [coupon.id, discountCents])).toEqual([
      [large, 300],
      [small, 100],
    ])
    expect(bestCouponId).toBe(large)
    expect(unusable.map(({ coupon, reason }) => [coupon.id, reason])).toEqual([
      [beans, '所购商品不在适用范围'],
      [far, expect.stringMatching(/^还差 .* 元可用$/)],
      [first, '所购商品不在适用范围'],
    ])
  })

  it('are those of the business: beans and space have their own', async () => {
    const first = await shop.issueCoupon(userId, { couponType: 4, businessType: 3 })
    const space = await shop.issueCoupon(userId, { businessType: 4 })
    expect((await choices({ kind: 'beans', items: [{ id: 3, quantity: 1 }] })).data).toMatchObject({
      usable: [{ coupon: { id: first } }],
      unusable: [{ coupon: { id: space } }],
    })
    expect((await choices({ kind: 'space', items: [{ id: 1, quantity: 1 }] })).data).toMatchObject({
      bestCouponId: space,
    })
    expect((await choices({ kind: 'balance', items: [{ id: 1, quantity: 1 }] })).data).toMatchObject({
      usable: [],
      bestCouponId: null,
    })
  })

  it('of a renewal are for what its devices take', async () => {
    const { configId, goodId } = await shop.priceOf(shop.productId, token)
    const device = await make.addDevice(userId, { configId, productId: shop.productId })
    const fits = await shop.issueCoupon(userId, { scopeApplication: 2, applicableObjects: String(goodId) })
    const renewal = { kind: 'renew', items: [{ id: shop.productId, quantity: 1 }], deviceIds: [device.id] }
    expect((await choices(renewal)).data).toMatchObject({ bestCouponId: fits })
    expect((await choices({ ...renewal, deviceIds: [999_999] })).code).toBe(1022)
  })

  it('of a change are for the plain price, whoever might buy it at a first one', async () => {
    await shop.issueCoupon(userId, { couponType: 3, parValue: 50, businessType: 2 })
    const { goodPrice, oldGoodPrice, firstPurchase } = await shop.priceOf(shop.productId, token)
    expect(firstPurchase && oldGoodPrice && goodPrice < oldGoodPrice).toBe(true)
    const { data } = await choices({ ...phones(1), kind: 'change' })
    const [half] = (data as { usable: { discountCents: number }[] }).usable
    expect(half?.discountCents).toBe(Math.ceil((oldGoodPrice ?? 0) / 2))
  })

  it('of nothing that is sold are none (1022)', async () => {
    expect((await choices({ kind: 'buy', items: [{ id: 999_999, quantity: 1 }] })).code).toBe(1022)
  })
})
