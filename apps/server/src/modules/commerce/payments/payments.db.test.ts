import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eventually } from '@yunji/testkit/eventually'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ProviderName, RefundStatus } from '../../../platform/payments.ts'
import { type CashierClient, openCashierClient } from '../../../testing/cashier-client.ts'
import { createDevices } from '../../../testing/devices.ts'
import { METRICS_TOKEN, OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger, findWallet, transfer } from '../ledger/index.ts'

const MINUTE = 60_000

const server = await useServer()
const shop = await openShop(server)
const people = createDevices(server)
let cashierClient: CashierClient
let token: string
let userId: number

beforeAll(async () => {
  ;({ token, userId } = await people.addPerson())
  cashierClient = openCashierClient(server, shop, token)
})
beforeEach(() => {
  cashierClient.cashier.noticeSender.script.isSilent = false
})

const reached = (orderId: number, status: OrderStatus) =>
  eventually(async () => expect(await cashierClient.infoOf(orderId)).toMatchObject({ status }))
const payAt = (provider: ProviderName, outTradeNo: string) => cashierClient.cashier.cashier.pay(provider, outTradeNo)
const tradeOf = (provider: ProviderName, outTradeNo: string) => cashierClient.cashier.cashier.find(provider, outTradeNo)
const runPeriodicJob = (jobName: string) => server.periodicJobs.find((each) => each.name === jobName)?.run()
const reconcileAll = () => runPeriodicJob('payments.reconcile')
const call = (name: string, body: object) => server.post(`/vmcloud/api/order/${name}`, body, { token })
const fillBeans = (amountCents: number) =>
  server.database.db.transaction((tx) =>
    transfer(
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
    const { orderId, payableCents } = await cashierClient.order()
    const { next, outTradeNo } = await cashierClient.open(orderId, provider)
    expect(next).toMatchObject({ kind: 'redirect', url: expect.stringMatching(/^\/demo\//) })
    server.clock.advance(MINUTE)
    expect(await cashierClient.check(orderId)).toMatchObject({ status: OrderStatus.pending, payMethod: null })
    await payAt(provider, outTradeNo)
    await reached(orderId, OrderStatus.fulfilled)
    expect(await cashierClient.paymentsOf(orderId)).toMatchObject([
      { state: 'paid', isSettling: true, amountCents: payableCents, provider },
    ])
  })

  it('goes on with the attempt that is under way, and opens another where the buyer stands elsewhere', async () => {
    const { orderId } = await cashierClient.order()
    const first = await cashierClient.open(orderId, 'wechat')
    const again = await cashierClient.open(orderId, 'wechat')
    const desktop = await cashierClient.open(orderId, 'wechat', { scene: 'desktop' })
    expect(again.outTradeNo).toBe(first.outTradeNo)
    expect(desktop.outTradeNo).not.toBe(first.outTradeNo)
    await cashierClient.cancel(orderId)
  })

  it('asks for what the buyer may pay with there', async () => {
    const { orderId } = await cashierClient.order()
    const inWechat = { orderId, payMethod: PayMethod.alipay, scene: 'messagingBrowser' }
    expect(await call('payOrder', inWechat)).toMatchObject({ code: 1080, msg: expect.stringContaining('浏览器') })
    const unknown = { orderId, payMethod: PayMethod.wechat, scene: 'miniProgram' }
    expect(await call('payOrder', unknown)).toMatchObject({ code: 1080, msg: '请先用微信登录，再使用微信支付' })
    expect(await call('payOrder', { orderId, payMethod: PayMethod.iosVirtual })).toMatchObject({ code: 1080 })
    const stranger = await people.addPerson()
    const body = { orderId, payMethod: PayMethod.alipay }
    expect(await server.post('/vmcloud/api/order/payOrder', body, stranger)).toMatchObject({ code: 1080 })
    expect(await server.post('/vmcloud/api/order/checkPayment', { orderId }, stranger)).toMatchObject({ code: 1080 })
    expect(await cashierClient.paymentsOf(orderId)).toHaveLength(1)
    await cashierClient.cancel(orderId)
  })

  it('pays in a mini-program by the sheet of WeChat', async () => {
    const { orderId } = await cashierClient.order()
    const { next } = await cashierClient.open(orderId, 'wechat', { scene: 'miniProgram', jsCode: 'demo-lin-pays' })
    if (next.kind !== 'wechatPay') throw new Error(`not the sheet: ${next.kind}`)
    const sheet = (changes: object) =>
      server.post('/demo/wechat-pay/requestPayment', { ...next.parameters, ...changes })
    expect(await sheet({ choice: 'show' })).toMatchObject({ payee: '云机', amountCents: expect.any(Number) })
    expect(await sheet({ choice: 'cancel' })).toEqual({ errMsg: 'requestPayment:fail cancel' })
    expect(await sheet({ paySign: 'AAAA' })).toMatchObject({ code: 1080, msg: '支付请求无效' })
    expect(await cashierClient.check(orderId)).toMatchObject({ status: OrderStatus.pending })
    expect(await sheet({})).toEqual({ errMsg: 'requestPayment:ok' })
    expect(await sheet({ choice: 'show' })).toEqual({ errMsg: 'requestPayment:fail 该订单已支付' })
    await reached(orderId, OrderStatus.fulfilled)
  })

  it('sends buyers from the cashier to pages of our own only', async () => {
    const { orderId } = await cashierClient.order()
    const { next } = await cashierClient.open(orderId, 'wechat')
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
    await cashierClient.cancel(orderId)
  })

  it('says so when the provider is away', async () => {
    const { orderId } = await cashierClient.order()
    await cashierClient.open(orderId, 'wechat')
    const { outTradeNo } = (await cashierClient.paymentsOf(orderId))[0] ?? { outTradeNo: '' }
    await cashierClient.cashier.cashier.close('wechat', outTradeNo)
    expect(await call('payOrder', { orderId, payMethod: PayMethod.wechat })).toMatchObject({
      code: 1080,
      msg: expect.stringContaining('支付渠道暂时不可用'),
    })
    await cashierClient.cancel(orderId)
  })
})

describe('money that came twice', () => {
  it('goes back where the second of two providers took it', async () => {
    const { orderId, payableCents } = await cashierClient.order()
    const alipay = await cashierClient.open(orderId, 'alipay')
    const wechat = await cashierClient.open(orderId, 'wechat')
    await Promise.all([payAt('wechat', wechat.outTradeNo), payAt('alipay', alipay.outTradeNo)])
    await reached(orderId, OrderStatus.fulfilled)
    await eventually(async () =>
      expect(await cashierClient.refundsOf(orderId)).toMatchObject([{ state: 'refunded', amountCents: payableCents }]),
    )
    const states = (await cashierClient.paymentsOf(orderId)).map(({ state, isSettling }) => `${state} ${isSettling}`)
    expect(states.toSorted()).toEqual(['paid true', 'refunded false'])
  })

  it('goes back when beans had paid meanwhile', async () => {
    await fillBeans(30_000)
    const { orderId, payableCents } = await cashierClient.order()
    const { outTradeNo } = await cashierClient.open(orderId, 'alipay')
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
    const { orderId } = await cashierClient.order()
    const { outTradeNo } = await cashierClient.open(orderId, 'alipay')
    const before = await shop.stock()
    await cashierClient.cancel(orderId)
    expect((await shop.stock()).reserved).toBe(before.reserved - 1)
    await payAt('alipay', outTradeNo)
    await reached(orderId, OrderStatus.fulfilled)
    expect(await shop.stock()).toMatchObject({ reserved: before.reserved - 1, rented: before.rented + 1 })
  })

  it.each<[string, () => Promise<OrderInfo>, boolean]>([
    ['a coupon is with its owner again, and phones are left', () => orderWithCoupon(), false],
    ['nothing is left', () => cashierClient.order(), true],
  ])('goes back where %s', async (_why, make, isSoldOut) => {
    const { orderId, payableCents } = await make()
    const { outTradeNo } = await cashierClient.open(orderId, 'wechat')
    server.clock.advance(15 * MINUTE - 1)
    cashierClient.cashier.noticeSender.script.isSilent = true
    await payAt('wechat', outTradeNo)
    server.clock.advance(1)
    await runPeriodicJob('orders.expire')
    expect(await cashierClient.infoOf(orderId)).toMatchObject({ status: OrderStatus.expired })
    if (isSoldOut) await shop.setCapacity((await shop.stock()).rented)
    await reconcileAll()
    await reached(orderId, OrderStatus.refunded)
    await shop.setCapacity(500)
    expect(await cashierClient.infoOf(orderId)).toMatchObject({
      failure: '付款到账时订单已失效，款项原路退回',
      refunds: [{ amountCents: payableCents, payMethod: PayMethod.wechat, state: 'refunded' }],
    })
  })

  /** Of two phones: neither has a first price, which would send the money back as well. */
  const orderWithCoupon = async () => {
    const couponId = await shop.issueCoupon(userId, {})
    const { goodPrice, oldGoodPrice, firstPurchase } = await shop.priceOf(shop.productId, token)
    const unitCents = firstPurchase ? (oldGoodPrice ?? 0) : goodPrice
    return cashierClient.order(2, { couponId, totalCents: 2 * unitCents - 100 })
  }
})

describe('a notice that never comes', () => {
  it.each(['alipay', 'wechat'] as const)('is made good within two minutes (%s)', async (provider) => {
    const { orderId } = await cashierClient.order()
    const { outTradeNo } = await cashierClient.open(orderId, provider)
    cashierClient.cashier.noticeSender.script.isSilent = true
    await payAt(provider, outTradeNo)
    expect(await cashierClient.infoOf(orderId)).toMatchObject({ status: OrderStatus.pending })
    server.clock.advance(2 * MINUTE)
    await reconcileAll()
    await reached(orderId, OrderStatus.fulfilled)
  })

  it('is not waited for by a page that asks', async () => {
    const { orderId } = await cashierClient.order()
    const { outTradeNo } = await cashierClient.open(orderId, 'alipay')
    cashierClient.cashier.noticeSender.script.isSilent = true
    await payAt('alipay', outTradeNo)
    server.clock.advance(1000)
    expect(await cashierClient.check(orderId)).toMatchObject({ status: OrderStatus.paid, payMethod: PayMethod.alipay })
    await reached(orderId, OrderStatus.fulfilled)
  })

  it.each(['alipay', 'wechat'] as const)('of a cancelled order closes it at the provider (%s)', async (provider) => {
    const { orderId } = await cashierClient.order()
    const { outTradeNo } = await cashierClient.open(orderId, provider)
    await cashierClient.cancel(orderId)
    server.clock.advance(MINUTE)
    await reconcileAll()
    expect(await cashierClient.paymentsOf(orderId)).toMatchObject([{ state: 'closed' }])
    await expect(payAt(provider, outTradeNo)).rejects.toThrow('closed')
  })
})

describe('what cannot be provided', () => {
  it('is refunded through the provider, one phone of several to the cent', async () => {
    const { orderId, payableCents } = await cashierClient.order(2)
    server.supplier.failing.set(`order-${orderId}-2`, 'noSpace')
    const { outTradeNo } = await cashierClient.open(orderId, 'wechat')
    await payAt('wechat', outTradeNo)
    await reached(orderId, OrderStatus.fulfilled)
    await eventually(async () => expect((await tradeOf('wechat', outTradeNo))?.refunds).toHaveLength(1))
    const [refund] = await cashierClient.refundsOf(orderId)
    expect(refund).toMatchObject({ amountCents: payableCents / 2 })
    await eventually(async () => expect(await cashierClient.paymentsOf(orderId)).toMatchObject([{ state: 'paid' }]))
  })

  it('leaves the order refunding until the provider has confirmed it', async () => {
    const { orderId, payableCents } = await cashierClient.order()
    server.supplier.failing.set(`order-${orderId}-1`, 'noSpace')
    const { outTradeNo } = await cashierClient.open(orderId, 'alipay')
    const { refund } = cashierClient.cashier.payments.alipay
    const gate = Promise.withResolvers<void>()
    cashierClient.cashier.payments.alipay.refund = async (request) => {
      await gate.promise
      return refund(request)
    }
    await payAt('alipay', outTradeNo)
    await reached(orderId, OrderStatus.refunding)
    expect(await cashierClient.infoOf(orderId)).toMatchObject({
      refunds: [{ state: 'refunding', amountCents: payableCents }],
    })
    gate.resolve()
    await reached(orderId, OrderStatus.refunded)
    cashierClient.cashier.payments.alipay.refund = refund
    expect(await cashierClient.paymentsOf(orderId)).toMatchObject([{ state: 'refunded' }])
  })
})

describe('a refund that the provider does not complete', () => {
  /** An order that is owed back, with what the provider answers to each question about it. */
  const owe = async (provider: 'alipay' | 'wechat', answers: RefundStatus[]) => {
    const { orderId, payableCents } = await cashierClient.order()
    server.supplier.failing.set(`order-${orderId}-1`, 'noSpace')
    const { outTradeNo } = await cashierClient.open(orderId, provider)
    const till = cashierClient.cashier.payments[provider]
    const { refund } = till
    const numbers: string[] = []
    till.refund = async (request) => {
      if (request.outTradeNo !== outTradeNo) return refund(request)
      numbers.push(request.outRefundNo)
      return answers.shift() ?? refund(request)
    }
    onTestFinished(() => {
      till.refund = refund
    })
    await payAt(provider, outTradeNo)
    return { orderId, payableCents, outTradeNo, numbers }
  }
  const refundOf = async (orderId: number) => (await cashierClient.refundsOf(orderId))[0]
  const becomesManual = (orderId: number) =>
    eventually(async () => expect(await refundOf(orderId)).toMatchObject({ state: 'manual' }))
  const asOperator = { token: OPERATOR_TOKEN }
  const decide = (body: object) => server.post('/vmcloud/api/operator/decideRefund', body, asOperator)

  it('is asked for again under a new number where it was closed', async () => {
    const { orderId, outTradeNo, numbers } = await owe('wechat', ['closed', 'closed'])
    await reached(orderId, OrderStatus.refunded)
    expect(numbers).toEqual([`${outTradeNo}r1`, `${outTradeNo}r1n2`, `${outTradeNo}r1n3`])
    expect((await tradeOf('wechat', outTradeNo))?.refunds).toMatchObject([{ outRefundNo: `${outTradeNo}r1n3` }])
  })

  it('goes to a person after three numbers, and on under a fourth when they say so', async () => {
    const { orderId, numbers } = await owe('wechat', ['closed', 'closed', 'closed'])
    await becomesManual(orderId)
    const refund = await refundOf(orderId)
    const { data } = await server.get('/vmcloud/api/operator/getFailedRefunds?page=1&rows=10', asOperator)
    expect(data).toMatchObject({ records: [{ refundId: refund?.id, orderId, failure: 'closed' }] })
    expect(await cashierClient.infoOf(orderId)).toMatchObject({ status: OrderStatus.refunding })
    const asked = numbers.length
    server.clock.advance(48 * 60 * MINUTE)
    await runPeriodicJob('refunds.request')
    expect(numbers).toHaveLength(asked)
    expect(await decide({ refundId: refund?.id, way: 'provider' })).toMatchObject({ code: 200 })
    await reached(orderId, OrderStatus.refunded)
    expect(await decide({ refundId: refund?.id, way: 'provider' })).toMatchObject({ code: 1080 })
  })

  it('goes to the balance where the buyer cannot be paid and a person decides so', async () => {
    const before = (await findWallet(server.database.db, userId)).balanceCents
    const { orderId, payableCents } = await owe('wechat', ['abnormal'])
    await becomesManual(orderId)
    const metrics = { url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }
    expect((await server.app.inject(metrics)).body).toMatch(/yunji_refunds_manual [1-9]/)
    const { id: refundId } = (await refundOf(orderId)) ?? { id: 0 }
    const decisions = await Promise.all([1, 2, 3].map(() => decide({ refundId, way: 'balance' })))
    expect(decisions.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
    await reached(orderId, OrderStatus.refunded)
    expect((await findWallet(server.database.db, userId)).balanceCents).toBe(before + payableCents)
    expect(await cashierClient.infoOf(orderId)).toMatchObject({
      refunds: [{ payMethod: PayMethod.balance, state: 'refunded' }],
    })
  })

  it('is asked about further and further apart, and ends with a person', async () => {
    const { orderId, numbers } = await owe(
      'alipay',
      Array.from({ length: 100 }, () => 'waiting' as const),
    )
    await reached(orderId, OrderStatus.refunding)
    await eventually(() => expect(numbers).toHaveLength(1))
    for (let minutes = 0; minutes < 48 * 60; minutes += 10) {
      server.clock.advance(10 * MINUTE)
      await runPeriodicJob('refunds.request')
    }
    expect(numbers.length).toBeLessThan(20)
    server.clock.advance(5 * 24 * 60 * MINUTE)
    await runPeriodicJob('refunds.request')
    await becomesManual(orderId)
  })

  it('is asked about by one at a time, and not before it is due', async () => {
    const { orderId, numbers } = await owe('alipay', ['waiting', 'waiting', 'waiting', 'waiting'])
    await eventually(() => expect(numbers).toHaveLength(1))
    const refundId = (await refundOf(orderId))?.id ?? 0
    const job = server.jobList.find(({ name }) => name === 'payment.refund')
    const requestSeveral = () => Promise.all([1, 2, 3].map(() => job?.run({ refundId } as never)))
    await requestSeveral()
    expect(numbers).toHaveLength(1)
    server.clock.advance(MINUTE)
    await Promise.all([requestSeveral(), runPeriodicJob('refunds.request')])
    expect(numbers).toHaveLength(2)
  })

  it('is asked about side by side with others', async () => {
    const owed = [await owe('alipay', ['waiting']), await owe('alipay', ['waiting']), await owe('alipay', ['waiting'])]
    await eventually(() => expect(owed.map(({ numbers }) => numbers.length)).toEqual([1, 1, 1]))
    server.clock.advance(MINUTE)
    const till = cashierClient.cashier.payments.alipay
    const { refund } = till
    const answer = Promise.withResolvers<RefundStatus>()
    let asked = 0
    till.refund = async () => {
      asked += 1
      return answer.promise
    }
    const asking = runPeriodicJob('refunds.request')
    await eventually(() => expect(asked).toBeGreaterThanOrEqual(3)).finally(() => answer.resolve('waiting'))
    await asking
    till.refund = refund
    server.clock.advance(5 * MINUTE)
    await runPeriodicJob('refunds.request')
    for (const { orderId } of owed) await reached(orderId, OrderStatus.refunded)
  })

  it('is believed when the provider tells of it by itself', async () => {
    const { orderId, outTradeNo, numbers } = await owe('alipay', ['waiting'])
    await eventually(() => expect(numbers).toHaveLength(1))
    // Carried out by a person at Alipay: its notice comes before our next question.
    await cashierClient.cashier.payments.alipay.refund({
      ...parts(outTradeNo, numbers[0]),
      amountCents: await owedCents(orderId),
    })
    await reached(orderId, OrderStatus.refunded)
    expect(numbers).toHaveLength(2)
  })

  const parts = (outTradeNo: string, outRefundNo = '') => ({ outTradeNo, outRefundNo, totalCents: 0, reason: '退款' })
  const owedCents = async (orderId: number) => (await refundOf(orderId))?.amountCents ?? 0
})

it('asks about more open payments than one batch holds', async () => {
  const { orderId } = await cashierClient.order()
  await cashierClient.open(orderId, 'alipay')
  await server.database.pool.query(
    `insert into payments (order_id, provider, scene, out_trade_no, amount_cents, created_at, expires_at, state)
     select $1, 'wechat', 'h5', 'many' || lpad(n::text, 6, '0'), 1, $2, $3, 'closed' from generate_series(1, 80) n`,
    [orderId, server.clock.now(), new Date(server.clock.now().getTime() + 15 * MINUTE)],
  )
  await server.database.pool.query(
    `drop index payments_open; update payments set state = 'waiting' where out_trade_no like 'many%'`,
  )
  server.clock.advance(MINUTE)
  await runPeriodicJob('payments.reconcile')
  const unasked = await server.database.pool.query(
    `select count(*)::int as count from payments where state = 'waiting' and asked_at is null`,
  )
  expect(unasked.rows).toEqual([{ count: 0 }])
  await server.database.pool.query(`delete from payments where out_trade_no like 'many%'`)
})

it('leaves books that add up', async () => expect(await auditLedger(server.database.db)).toEqual([]))
