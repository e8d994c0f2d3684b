import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { BusinessType, OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { getBeanPacks } from '@yunji/contract/commerce/wallet/calls'
import type { StatementEntry } from '@yunji/contract/commerce/wallet/schema'
import { MessageType } from '@yunji/contract/messages/rules'
import type { CallData } from '@yunji/contract/wire/call'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDevices } from '../../../testing/devices.ts'
import { createReader } from '../../../testing/messages.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createWalletHarness } from '../../../testing/wallet.ts'
import { auditLedger, findWallet } from '../ledger/index.ts'

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
const wallet = createWalletHarness(server)
let userId = 0
let token = ''
beforeEach(async () => {
  ;({ userId, token } = await make.addPerson())
})

type Packs = CallData<typeof getBeanPacks>

const packs = async () => (await server.get('/vmcloud/api/wallet/getBeanPacks', { token })).data as Packs
const packOf = async (beansCents: number) => {
  const pack = (await packs()).packs.find((each) => each.beansCents === beansCents)
  if (!pack) throw new Error(`no pack of ${beansCents}`)
  return pack
}
const beans = (id: number, totalCents: number, more: object = {}) =>
  wallet.order('createOrder', token, { businessType: 3, id, quantity: 1, totalCents, ...more })
const made = async (answer: Promise<{ code: number; data: unknown }>): Promise<OrderInfo> => {
  const { code, data } = await answer
  expect(code).toBe(200)
  return data as OrderInfo
}
const walletOf = () => findWallet(server.database.db, userId)
const firstCoupon = (parValue = 1000) =>
  shop.issueCoupon(userId, { couponType: CouponType.firstRechargeCoupon, businessType: 3, parValue })

describe('bean packs', () => {
  it('cost a cent a bean, some with a bonus, and any whole yuan by itself', async () => {
    const { packs: listed, custom, isFirstRecharge, firstRechargeCoupon } = await packs()
    expect(listed.map(({ beansCents }) => beansCents)).toEqual([1000, 3000, 5000, 10_000, 20_000])
    expect(listed.every(({ beansCents, priceCents }) => beansCents === priceCents)).toBe(true)
    expect(custom).toMatchObject({ unitCents: 100, minimumQuantity: 1, maximumQuantity: 10_000 })
    expect({ isFirstRecharge, firstRechargeCoupon }).toEqual({ isFirstRecharge: true, firstRechargeCoupon: null })
  })

  it('tell the best first-recharge coupon', async () => {
    await firstCoupon(500)
    const best = await firstCoupon(800)
    expect((await packs()).firstRechargeCoupon).toMatchObject({ id: best, parValue: 800 })
  })

  it('have a bonus that an operator changes, and nothing else', async () => {
    const { id } = await packOf(1000)
    const set = (bonusCents: number) =>
      server.post('/vmcloud/api/operator/setPackBonus', { packId: id, bonusCents }, { token: OPERATOR_TOKEN })
    expect((await set(50)).code).toBe(200)
    expect(await packOf(1000)).toMatchObject({ bonusCents: 50, priceCents: 1000 })
    expect((await set(1001)).code).toBe(1080)
    await set(0)
  })
})

describe('a recharge of beans', () => {
  it('brings the beans that were paid for and the bonus, each as an entry of its own', async () => {
    await wallet.fill(userId, 'balance', 5000)
    const { id } = await packOf(5000)
    const { orderId } = await made(beans(id, 5000))
    expect(await wallet.pay(token, orderId, PayMethod.balance)).toMatchObject({ code: 200 })
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    expect(await walletOf()).toEqual({ beansCents: 5300, balanceCents: 0 })
    const month = server.clock.now().toISOString().slice(0, 7)
    const { data } = await server.get(`/vmcloud/api/wallet/getStatement?account=beans&month=${month}`, { token })
    expect(data).toMatchObject({
      records: [
        { reason: 'bonus', amountCents: 300, balanceCents: 5300, orderId },
        { reason: 'recharge', amountCents: 5000, balanceCents: 5000, orderId },
      ],
    })
    expect(await auditLedger(server.database.db)).toEqual([])
    await createReader(server, token).waitFor(MessageType.system, '云豆充值成功')
  })

  it('of an own amount is so many yuan', async () => {
    const { custom } = await packs()
    const { orderId } = await made(beans(custom.id, 3700, { quantity: 37 }))
    await wallet.reportPaid(orderId)
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    expect(await walletOf()).toMatchObject({ beansCents: 3700 })
  })

  it('cannot be paid with beans', async () => {
    await wallet.fill(userId, 'beans', 5000)
    const { orderId } = await made(beans((await packOf(1000)).id, 1000))
    expect(await wallet.pay(token, orderId, PayMethod.beans)).toMatchObject({
      code: 1080,
      msg: '该订单不支持此支付方式',
    })
  })

  it.each([
    ['that is no pack', async () => beans(999_999, 1000), 1022],
    ['of two packs', async () => beans((await packOf(1000)).id, 2000, { quantity: 2 }), 1014],
    ['at another price', async () => beans((await packOf(1000)).id, 999), 1023],
    ['for nothing', async () => beans((await packOf(1000)).id, 0), 1023],
    [
      'with a coupon for phones',
      async () => beans((await packOf(1000)).id, 900, { couponId: await phoneCoupon() }),
      1080,
    ],
  ])('%s is refused', async (_name, order, code) => {
    expect(await order()).toMatchObject({ code })
  })
  const phoneCoupon = () => shop.issueCoupon(userId, {})
})

/** Amounts of an order in the beans' statement, by reason. */
const reasonsOf = async (orderId: number): Promise<Record<string, number>> => {
  const month = server.clock.now().toISOString().slice(0, 7)
  const { data } = await server.get(`/vmcloud/api/wallet/getStatement?account=beans&month=${month}`, { token })
  const { records } = data as { records: StatementEntry[] }
  const entries = records.filter((entry) => entry.orderId === orderId)
  return Object.fromEntries(entries.map(({ reason, amountCents }) => [reason, amountCents]))
}

describe('a first-recharge coupon', () => {
  it('takes its value off the first recharge, and the beans are all there', async () => {
    const couponId = await firstCoupon(1000)
    const { id } = await packOf(5000)
    const { orderId, payableCents } = await made(beans(id, 4000, { couponId }))
    expect(payableCents).toBe(4000)
    await wallet.reportPaid(orderId)
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    expect(await walletOf()).toMatchObject({ beansCents: 5300 })
    expect(await reasonsOf(orderId)).toEqual({ recharge: 4000, firstRechargeCoupon: 1000, bonus: 300 })
    expect(await auditLedger(server.database.db)).toEqual([])
    expect(await packs()).toMatchObject({ isFirstRecharge: false, firstRechargeCoupon: null })
  })

  it('is told apart from any other coupon of a recharge', async () => {
    const couponId = await shop.issueCoupon(userId, {
      couponType: CouponType.noThresholdRoll,
      parValue: 200,
      businessType: BusinessType.cloudBeans,
    })
    const { orderId } = await made(beans((await packOf(5000)).id, 4800, { couponId }))
    await wallet.reportPaid(orderId)
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    expect(await reasonsOf(orderId)).toEqual({ recharge: 4800, rechargeCoupon: 200, bonus: 300 })
  })

  it('is none for a second recharge', async () => {
    const { id } = await packOf(1000)
    const { orderId } = await made(beans(id, 1000))
    await wallet.reportPaid(orderId)
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    const couponId = await firstCoupon(100)
    expect(await beans(id, 900, { couponId })).toMatchObject({ code: 1080, msg: '仅限首次充值可用' })
  })

  it('of two at the same moment is taken once, and can be used again when its order is cancelled', async () => {
    const { id } = await packOf(1000)
    const ids = [await firstCoupon(100), await firstCoupon(100)]
    const answers = await Promise.all(ids.map((couponId) => beans(id, 900, { couponId })))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1080])
    const won = answers.find(({ code }) => code === 200)?.data as OrderInfo
    await server.post('/vmcloud/api/order/cancelOrder', { orderId: won.orderId }, { token })
    await made(beans(id, 900, { couponId: ids[0] }))
  })
})

describe('a recharge of the balance', () => {
  const recharge = (totalCents: number, payMethod: number = PayMethod.alipay) =>
    wallet.order('agentBalanceRecharge', token, { totalCents, payMethod })

  it('brings what was paid', async () => {
    const { orderId } = await made(recharge(10_000))
    await wallet.reportPaid(orderId)
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    expect(await walletOf()).toMatchObject({ balanceCents: 10_000 })
    await createReader(server, token).waitFor(MessageType.system, '余额充值成功')
  })

  it('is for whole yuan within its limits', async () => {
    const { data } = await server.get('/vmcloud/api/wallet/getBalanceRechargeTerms', { token })
    const { minimumCents, maximumCents } = data as { minimumCents: number; maximumCents: number }
    expect((await recharge(0)).code).toBe(1021)
    for (const wrong of [minimumCents - 1, minimumCents + 1, maximumCents + 100]) {
      expect((await recharge(wrong)).code).toBe(1080)
    }
    expect((await recharge(maximumCents)).code).toBe(200)
  })

  it('is never paid from the account itself', async () => {
    expect((await recharge(1000, PayMethod.balance)).code).toBe(1080)
    await wallet.fill(userId, 'balance', 1000)
    const { orderId } = await made(recharge(1000))
    expect((await wallet.pay(token, orderId, PayMethod.balance)).code).toBe(1080)
  })
})

describe('a paid recharge', () => {
  it('is fulfilled once, however often it is begun', async () => {
    const { orderId } = await made(beans((await packOf(1000)).id, 1000))
    await wallet.reportPaid(orderId)
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    await wallet.again(orderId)
    expect(await walletOf()).toMatchObject({ beansCents: 1000 })
  })
})
