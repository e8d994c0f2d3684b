import { OrderStatus, PayMethod } from '@yunji/contract/order/enums'
import type { OrderInfo } from '@yunji/contract/order/schema'
import { eventually } from '@yunji/testkit/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderName } from '../../platform/payments.ts'
import { createDevices } from '../../testing/devices.ts'
import { type ServerHarness, startServerHarness } from '../../testing/server-harness.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { openTills, type Tills } from '../../testing/tills.ts'
import { auditLedger, findWallet, move } from '../ledger/index.ts'

const MINUTE = 60_000

let server: ServerHarness
let shop: Shop
let tills: Tills
let people: ReturnType<typeof createDevices>
let token: string
let userId: number

beforeAll(async () => {
  server = await startServerHarness()
  shop = await openShop(server)
  people = createDevices(server)
  ;({ token, userId } = await people.addPerson())
  tills = openTills(server, shop, token)
})
beforeEach(() => {
  tills.cashier.messenger.script.isSilent = false
})
afterAll(() => server.stop())

const reached = (orderId: number, status: OrderStatus) =>
  eventually(async () => expect(await tills.infoOf(orderId)).toMatchObject({ status }))
const payAt = (provider: ProviderName, outTradeNo: string) => tills.cashier.cashier.pay(provider, outTradeNo)
const tradeOf = (provider: ProviderName, outTradeNo: string) => tills.cashier.cashier.find(provider, outTradeNo)
const round = (what: string) => server.rounds.find((each) => each.what === what)?.run()
const askAll = () => round('payments without a notice')
const call = (name: string, body: object) => server.post(`/vmcloud/api/order/${name}`, body, { token })
const fillBeans = (amountCents: number) =>
  server.database.db.transaction((tx) =>
    move(
      tx,
      {
        key: `test:${amountCents}`,
        reason: 'recharge',
        from: { kind: 'alipay' },
        to: { userId, kind: 'beans' },
        amountCents,
      },
      server.clock.now(),
    ),
  )

describe('paying through a provider', () => {
  it.each(['alipay', 'wechat'] as const)('%s takes the money, tells us, and the phones come up', async (provider) => {
    const { orderId, payableCents } = await tills.order()
    const { next, outTradeNo } = await tills.open(orderId, provider)
    expect(next).toMatchObject({ kind: 'redirect', url: expect.stringMatching(/^\/demo\//) })
    server.clock.advance(MINUTE)
    expect(await tills.check(orderId)).toMatchObject({ status: OrderStatus.pending, payMethod: null })
    await payAt(provider, outTradeNo)
    await reached(orderId, OrderStatus.fulfilled)
    expect(await tills.paymentsOf(orderId)).toMatchObject([
      { state: 'paid', isSettling: true, amountCents: payableCents, provider },
    ])
  })

  it('goes on with the attempt that is under way, and opens another where the buyer stands elsewhere', async () => {
    const { orderId } = await tills.order()
    const first = await tills.open(orderId, 'wechat')
    const again = await tills.open(orderId, 'wechat')
    const desktop = await tills.open(orderId, 'wechat', { scene: 'desktop' })
    expect(again.outTradeNo).toBe(first.outTradeNo)
    expect(desktop.outTradeNo).not.toBe(first.outTradeNo)
    await tills.cancel(orderId)
  })

  it('asks for what the buyer may pay with there', async () => {
    const { orderId } = await tills.order()
    const inMessagingApp = { orderId, payMethod: PayMethod.alipay, scene: 'messagingBrowser' }
    expect(await call('payOrder', inMessagingApp)).toMatchObject({ code: 1080, msg: expect.stringContaining('浏览器') })
    const unknown = { orderId, payMethod: PayMethod.wechat, scene: 'miniProgram' }
    expect(await call('payOrder', unknown)).toMatchObject({ code: 1080, msg: '请先用微信登录，再使用微信支付' })
    expect(await call('payOrder', { orderId, payMethod: PayMethod.iosVirtual })).toMatchObject({ code: 1080 })
    const stranger = await people.addPerson()
    const body = { orderId, payMethod: PayMethod.alipay }
    expect(await server.post('/vmcloud/api/order/payOrder', body, stranger)).toMatchObject({ code: 1080 })
    expect(await server.post('/vmcloud/api/order/checkPayment', { orderId }, stranger)).toMatchObject({ code: 1080 })
    expect(await tills.paymentsOf(orderId)).toHaveLength(1)
    await tills.cancel(orderId)
  })

  it('pays in a mini-program by the sheet of the messaging app', async () => {
    const { orderId } = await tills.order()
    const { next } = await tills.open(orderId, 'wechat', { scene: 'miniProgram', jsCode: 'demo-lin-pays' })
    if (next.kind !== 'messagingPay') throw new Error(`not the sheet: ${next.kind}`)
    const sheet = (changes: object) =>
      server.post('/demo/wechat-pay/requestPayment', { ...next.parameters, ...changes })
    expect(await sheet({ choice: 'show' })).toMatchObject({ payee: '云机', amountCents: expect.any(Number) })
    expect(await sheet({ choice: 'cancel' })).toEqual({ errMsg: 'requestPayment:fail cancel' })
    expect(await sheet({ paySign: 'AAAA' })).toMatchObject({ code: 1080, msg: '支付请求无效' })
    expect(await tills.check(orderId)).toMatchObject({ status: OrderStatus.pending })
    expect(await sheet({})).toEqual({ errMsg: 'requestPayment:ok' })
    expect(await sheet({ choice: 'show' })).toEqual({ errMsg: 'requestPayment:fail 该订单已支付' })
    await reached(orderId, OrderStatus.fulfilled)
  })

  it('sends buyers from the cashier to pages of our own only', async () => {
    const { orderId } = await tills.order()
    const { next } = await tills.open(orderId, 'wechat')
    if (next.kind !== 'redirect') throw new Error(`not the cashier: ${next.kind}`)
    const backTo = async (redirectUrl: string): Promise<string | undefined> => {
      const url = new URL(next.url, 'http://own')
      url.searchParams.set('redirect_url', redirectUrl)
      const page = (await server.app.inject({ url: `${url.pathname}${url.search}` })).body
      const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const payload = new URLSearchParams({ ticket, choice: 'cancel' }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await server.app.inject({ method: 'POST', url: '/demo/cashier', headers, payload })).headers.location
    }
    expect(await backTo('/pages/pay/pay?orderId=7')).toBe('/pages/pay/pay?orderId=7&result=cancel')
    const tricks = ['/.//evil.example', '/\t/evil.example', '/%09/evil.example', '//evil.example', '/\\evil.example']
    for (const trick of [...tricks, '/x/..//evil.example', 'https://evil.example', '/demo/sms', '/\n/evil.example']) {
      expect(await backTo(trick)).toBe('/?result=cancel')
    }
    await tills.cancel(orderId)
  })

  it('says so when the provider is away', async () => {
    const { orderId } = await tills.order()
    await tills.open(orderId, 'wechat')
    const { outTradeNo } = (await tills.paymentsOf(orderId))[0] ?? { outTradeNo: '' }
    await tills.cashier.cashier.close('wechat', outTradeNo)
    expect(await call('payOrder', { orderId, payMethod: PayMethod.wechat })).toMatchObject({
      code: 1080,
      msg: expect.stringContaining('支付渠道暂时不可用'),
    })
    await tills.cancel(orderId)
  })
})

describe('money that came twice', () => {
  it('goes back where the second of two providers took it', async () => {
    const { orderId, payableCents } = await tills.order()
    const alipay = await tills.open(orderId, 'alipay')
    const wechat = await tills.open(orderId, 'wechat')
    await Promise.all([payAt('wechat', wechat.outTradeNo), payAt('alipay', alipay.outTradeNo)])
    await reached(orderId, OrderStatus.fulfilled)
    await eventually(async () =>
      expect(await tills.refundsOf(orderId)).toMatchObject([{ state: 'refunded', amountCents: payableCents }]),
    )
    const states = (await tills.paymentsOf(orderId)).map(({ state, isSettling }) => `${state} ${isSettling}`)
    expect(states.toSorted()).toEqual(['paid true', 'refunded false'])
  })

  it('goes back when beans had paid meanwhile', async () => {
    await fillBeans(30_000)
    const { orderId, payableCents } = await tills.order()
    const { outTradeNo } = await tills.open(orderId, 'alipay')
    expect(await call('payOrder', { orderId, payMethod: PayMethod.beans })).toMatchObject({ code: 200 })
    await payAt('alipay', outTradeNo)
    await eventually(async () =>
      expect((await tradeOf('alipay', outTradeNo))?.refunds).toMatchObject([{ amountCents: payableCents }]),
    )
    await reached(orderId, OrderStatus.fulfilled)
    expect(await findWallet(server.database.db, userId)).toMatchObject({ beansCents: 30_000 - payableCents })
  })
})

describe('money that came late', () => {
  it('buys what can still be had', async () => {
    const { orderId } = await tills.order()
    const { outTradeNo } = await tills.open(orderId, 'alipay')
    const before = await shop.stock()
    await tills.cancel(orderId)
    expect((await shop.stock()).reserved).toBe(before.reserved - 1)
    await payAt('alipay', outTradeNo)
    await reached(orderId, OrderStatus.fulfilled)
    expect(await shop.stock()).toMatchObject({ reserved: before.reserved - 1, rented: before.rented + 1 })
  })

  it.each<[string, () => Promise<OrderInfo>]>([
    ['a coupon is with its owner again', () => orderWithCoupon()],
    ['nothing is left', () => orderTheLast()],
  ])('goes back where %s', async (_why, make) => {
    const { orderId, payableCents } = await make()
    const { outTradeNo } = await tills.open(orderId, 'wechat')
    server.clock.advance(15 * MINUTE - 1)
    tills.cashier.messenger.script.isSilent = true
    await payAt('wechat', outTradeNo)
    server.clock.advance(1)
    await round('unpaid orders')
    expect(await tills.infoOf(orderId)).toMatchObject({ status: OrderStatus.expired })
    await shop.setCapacity((await shop.stock()).rented)
    await askAll()
    await reached(orderId, OrderStatus.refunded)
    await shop.setCapacity(500)
    expect(await tills.infoOf(orderId)).toMatchObject({
      failure: '付款到账时订单已失效，款项原路退回',
      refunds: [{ amountCents: payableCents, payMethod: PayMethod.wechat, state: 'refunded' }],
    })
  })

  const orderWithCoupon = async () => {
    const couponId = await shop.giveCoupon(userId, {})
    const { goodPrice } = await shop.priceOf(shop.productId, token)
    return tills.order(1, { couponId, totalCents: goodPrice - 100 })
  }
  const orderTheLast = () => tills.order()
})

describe('a notice that never comes', () => {
  it.each(['alipay', 'wechat'] as const)('is made good within two minutes (%s)', async (provider) => {
    const { orderId } = await tills.order()
    const { outTradeNo } = await tills.open(orderId, provider)
    tills.cashier.messenger.script.isSilent = true
    await payAt(provider, outTradeNo)
    expect(await tills.infoOf(orderId)).toMatchObject({ status: OrderStatus.pending })
    server.clock.advance(2 * MINUTE)
    await askAll()
    await reached(orderId, OrderStatus.fulfilled)
  })

  it('is not waited for by a page that asks', async () => {
    const { orderId } = await tills.order()
    const { outTradeNo } = await tills.open(orderId, 'alipay')
    tills.cashier.messenger.script.isSilent = true
    await payAt('alipay', outTradeNo)
    server.clock.advance(1000)
    expect(await tills.check(orderId)).toMatchObject({ status: OrderStatus.paid, payMethod: PayMethod.alipay })
    await reached(orderId, OrderStatus.fulfilled)
  })

  it.each(['alipay', 'wechat'] as const)('of a cancelled order closes it at the provider (%s)', async (provider) => {
    const { orderId } = await tills.order()
    const { outTradeNo } = await tills.open(orderId, provider)
    await tills.cancel(orderId)
    server.clock.advance(MINUTE)
    await askAll()
    expect(await tills.paymentsOf(orderId)).toMatchObject([{ state: 'closed' }])
    await expect(payAt(provider, outTradeNo)).rejects.toThrow('closed')
  })
})

describe('what cannot be provided', () => {
  it('is refunded through the provider, one phone of several to the cent', async () => {
    const { orderId, payableCents } = await tills.order(2)
    server.supplier.failing.set(`order-${orderId}-2`, 'noSpace')
    const { outTradeNo } = await tills.open(orderId, 'wechat')
    await payAt('wechat', outTradeNo)
    await reached(orderId, OrderStatus.fulfilled)
    await eventually(async () => expect((await tradeOf('wechat', outTradeNo))?.refunds).toHaveLength(1))
    const [refund] = await tills.refundsOf(orderId)
    expect(refund).toMatchObject({ amountCents: payableCents / 2 })
    await eventually(async () => expect(await tills.paymentsOf(orderId)).toMatchObject([{ state: 'paid' }]))
  })

  it('leaves the order refunding until the provider has confirmed it', async () => {
    const { orderId, payableCents } = await tills.order()
    server.supplier.failing.set(`order-${orderId}-1`, 'noSpace')
    const { outTradeNo } = await tills.open(orderId, 'alipay')
    const { refund } = tills.cashier.payments.alipay
    const gate = Promise.withResolvers<void>()
    tills.cashier.payments.alipay.refund = async (request) => {
      await gate.promise
      return refund(request)
    }
    await payAt('alipay', outTradeNo)
    await reached(orderId, OrderStatus.refunding)
    expect(await tills.infoOf(orderId)).toMatchObject({ refunds: [{ state: 'refunding', amountCents: payableCents }] })
    gate.resolve()
    await reached(orderId, OrderStatus.refunded)
    tills.cashier.payments.alipay.refund = refund
    expect(await tills.paymentsOf(orderId)).toMatchObject([{ state: 'refunded' }])
  })
})

it('leaves books that add up', async () => expect(await auditLedger(server.database.db)).toEqual([]))
