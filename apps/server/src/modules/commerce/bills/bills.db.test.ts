import type { getBillDifferences, getBills } from '@yunji/contract/operator/bill-calls'
import type { CallData, Envelope } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoMerchant } from '../../../adapters/embedded-cashier/keys.ts'
import { chinaDay, chinaDayPeriod } from '../../../platform/china-time.ts'
import { DAY_MS, HOUR_MS, later } from '../../../platform/clock.ts'
import { PaymentRefused, type ProviderName } from '../../../platform/payments.ts'
import { billDifferences, billLines, bills } from '../../../tables/bills.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { payments, refundNumbers, refunds } from '../../../tables/payments.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { type PaymentHarness, startPaymentHarness } from '../../../testing/payment-harness.ts'
import { auditLedger } from '../ledger/index.ts'

const { OK, ILLEGAL_FILE, SHOW_ERROR_TIP } = ErrorCode
const PAID_CENTS = 1000

let harness: PaymentHarness
let operators: ReturnType<typeof createOperatorHarness>
let finance: { readonly name: string; readonly token: string }
let day = ''

beforeAll(async () => {
  harness = await startPaymentHarness(() => undefined)
  operators = createOperatorHarness(harness.server)
})
afterAll(() => harness.server.stop())
/** Each test has a day of its own. */
beforeEach(async () => {
  harness.server.clock.advance(3 * DAY_MS)
  finance = await operators.addReady('finance')
  day = chinaDay(harness.server.clock.now())
  for (const table of [billDifferences, billLines, bills]) await db().delete(table)
})

const db = () => harness.server.database.db
const jobNamed = async (name: string) => harness.server.periodicJobs.find((job) => job.name === name)?.run()
const reconcile = () => jobNamed('bills.reconcile')

const pay = async (provider: ProviderName, isNotified = true) => {
  const { orderId } = await harness.recharge(PAID_CENTS)
  const outTradeNo = await harness.open(orderId, provider)
  await harness.pay(provider, outTradeNo)
  if (isNotified) await harness.send(provider, await harness.noticeOf(provider, outTradeNo))
  return { orderId, outTradeNo }
}
/** Noon of the next day or a later one: bills are made. */
const endDay = async (days = 1): Promise<void> => {
  const noon = later(chinaDayPeriod(day).to, (days - 1) * DAY_MS + 12 * HOUR_MS)
  harness.server.clock.advance(noon.getTime() - harness.server.clock.now().getTime())
  finance = await operators.addReady('finance')
}
const billOf = async (provider: ProviderName) => {
  const { data } = await operators.get(`getBills?rows=50&provider=${provider}`, finance.token)
  return (data as CallData<typeof getBills>).records.find((bill) => bill.day === day)
}
const differences = async (state = 'open') => {
  const { data } = await operators.get(`getBillDifferences?day=${day}&state=${state}`, finance.token)
  return (data as CallData<typeof getBillDifferences>).records
}
const upload = async (provider: string, of: string, file: Uint8Array, token = finance.token): Promise<Envelope> => {
  const { body } = await harness.server.app.inject({
    method: 'POST',
    url: `${sideRoutes.billUpload.path}?provider=${provider}&day=${of}`,
    headers: { [header.token]: token, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(file),
  })
  return JSON.parse(body) as Envelope
}
/** The bill of the day in UTF-8 without its lines. */
const emptyBill = (provider: ProviderName): Uint8Array => {
  const text =
    provider === 'alipay'
      ? [
          `#账号：[${demoMerchant.alipaySellerId}0156]`,
          `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
          '支付宝交易号,商户订单号,业务类型,商品名称,完成时间,订单金额（元）,退款批次号/请求号,服务费（元）',
          '#--业务明细列表结束--',
        ]
      : [
          '交易时间,商户号,微信订单号,商户订单号,交易状态,微信退款单号,商户退款单号,退款状态,手续费,订单金额,申请退款金额',
          '总交易单数',
        ]
  return Buffer.from(text.join('\r\n'))
}
/** The job does it with its next run. */
const recheck = async (provider: ProviderName): Promise<void> => {
  expect(await operators.post('recheckBill', { provider, day }, finance.token)).toMatchObject({ code: OK })
  await reconcile()
}
const setPayment = (outTradeNo: string, change: Partial<typeof payments.$inferInsert>) =>
  db().update(payments).set(change).where(eq(payments.outTradeNo, outTradeNo))

describe('a bill of the day before', () => {
  it.each(['alipay', 'wechat'] as const)('of %s is downloaded and agrees', async (provider) => {
    const { orderId } = await pay(provider)
    await pay(provider)
    const [payment] = await harness.paymentsOf(orderId)
    expect(payment?.state).toBe('paid')
    await reconcile()
    expect(await billOf(provider)).toBeUndefined()
    await endDay()
    await reconcile()
    const sums = { payments: 2, paymentCents: 2 * PAID_CENTS, refunds: 0, refundCents: 0 }
    expect(await billOf(provider)).toMatchObject({ state: 'read', source: 'download', ...sums, openDifferences: 0 })
    expect(await differences()).toEqual([])
  })

  it('books a payment whose notice was lost, by the answer of the provider', async () => {
    const { orderId, outTradeNo } = await pay('alipay', false)
    await setPayment(outTradeNo, { state: 'closed' })
    await endDay()
    await reconcile()
    expect(await harness.paymentsOf(orderId)).toMatchObject([{ state: expect.stringMatching(/paid|refund/) }])
    expect(await differences()).toEqual([])
    expect(await differences('closed')).toMatchObject([
      { kind: 'unconfirmed', subject: 'payment', number: outTradeNo, orderId, closedBy: null },
    ])
    expect(await auditLedger(db())).toEqual([])
  })

  it('names money that is none of ours, and ours that is on no bill', async () => {
    const { orderId, outTradeNo } = await pay('wechat')
    await setPayment(outTradeNo, { outTradeNo: `${outTradeNo}x` })
    await endDay()
    await reconcile()
    const found = await differences()
    expect(found).toHaveLength(2)
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'unknown', number: outTradeNo, theirCents: PAID_CENTS, ourCents: null }),
        expect.objectContaining({ kind: 'unbilled', number: `${outTradeNo}x`, ourCents: PAID_CENTS, orderId }),
      ]),
    )
    await setPayment(`${outTradeNo}x`, { outTradeNo })
    harness.server.clock.advance(DAY_MS)
    await reconcile()
    finance = await operators.addReady('finance')
    expect(await differences()).toEqual([])
  })

  it('names another amount', async () => {
    const { outTradeNo } = await pay('alipay')
    await setPayment(outTradeNo, { amountCents: PAID_CENTS + 1 })
    await endDay()
    await reconcile()
    expect(await differences()).toMatchObject([{ kind: 'amount', ourCents: PAID_CENTS + 1, theirCents: PAID_CENTS }])
  })

  it('finds a payment that we booked after midnight on the bill of the day before', async () => {
    const { outTradeNo } = await pay('alipay')
    await setPayment(outTradeNo, { paidAt: new Date(harness.server.clock.now().getTime() + DAY_MS) })
    await endDay(2)
    await reconcile()
    const own = eq(billDifferences.number, outTradeNo)
    expect(await db().select().from(billDifferences).where(own)).toEqual([])
  })

  it('that never comes is empty after two days, and our payments are on none', async () => {
    const { outTradeNo } = await pay('alipay')
    await setPayment(outTradeNo, { outTradeNo: `${outTradeNo}y`, provider: 'wechat' })
    await endDay()
    await reconcile()
    expect(await billOf('wechat')).toMatchObject({ state: 'waiting', failure: 'no bill yet' })
    await endDay(3)
    await reconcile()
    expect(await billOf('wechat')).toMatchObject({ state: 'read', payments: 0, openDifferences: 1 })
    expect(await differences()).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'unbilled' })]))
  })

  it('agrees about a refund, and names one that was given twice', async () => {
    const { orderId, outTradeNo } = await pay('alipay')
    const [payment] = await harness.paymentsOf(orderId)
    const now = harness.server.clock.now()
    const own = { paymentId: payment?.id ?? 0, orderId, amountCents: 300, createdAt: now }
    const numbers = [`${outTradeNo}r1`, `${outTradeNo}r2`]
    for (const number of numbers) await harness.embedded.cashier.refund('alipay', outTradeNo, number, 300)
    const settled = { state: 'refunded', refundedAt: now } as const
    await db()
      .insert(refunds)
      .values({ ...own, ...settled, key: `bill:${orderId}`, outRefundNo: numbers[0] ?? '' })
    await endDay()
    await reconcile()
    expect(await billOf('alipay')).toMatchObject({ refunds: 2, refundCents: 600, openDifferences: 1 })
    expect(await differences()).toMatchObject([{ kind: 'unknown', subject: 'refund', number: numbers[1] }])
    await db().execute(
      `insert into refund_numbers (out_refund_no, refund_id) select '${numbers[1]}', id from refunds where key = 'bill:${orderId}'`,
    )
    await recheck('alipay')
    expect(await differences()).toMatchObject([{ kind: 'twice', number: numbers[1], orderId }])
  })

  it('names a refund under two numbers once, whichever day has which', async () => {
    const { orderId, outTradeNo } = await pay('alipay')
    const [payment] = await harness.paymentsOf(orderId)
    const now = harness.server.clock.now()
    const [older, newer] = [`${outTradeNo}r1`, `${outTradeNo}r1n2`]
    await harness.embedded.cashier.refund('alipay', outTradeNo, newer, 300)
    const own = { paymentId: payment?.id ?? 0, orderId, amountCents: 300, createdAt: now, key: `bill:${orderId}` }
    const settled = { state: 'refunded', refundedAt: now, outRefundNo: newer } as const
    const [refund] = await db()
      .insert(refunds)
      .values({ ...own, ...settled })
      .returning()
    await db()
      .insert(refundNumbers)
      .values({ outRefundNo: older, refundId: refund?.id ?? 0 })
    await endDay()
    await harness.embedded.cashier.refund('alipay', outTradeNo, older, 300)
    await reconcile()
    expect(await differences()).toEqual([])
    const first = day
    day = chinaDay(harness.server.clock.now())
    await endDay()
    await reconcile()
    const twice = [expect.objectContaining({ kind: 'twice', number: older, orderId })]
    expect(await differences()).toEqual(twice)
    await recheck('alipay')
    expect(await differences()).toEqual(twice)
    day = first
    await recheck('alipay')
    expect(await differences()).toEqual([])
  })
})

describe('an operator', () => {
  it('closes a difference with a note, once, and it stays closed', async () => {
    const { outTradeNo } = await pay('wechat')
    await setPayment(outTradeNo, { amountCents: PAID_CENTS + 1 })
    await endDay()
    await reconcile()
    const [{ differenceId = 0 } = {}] = await differences()
    const close = (note: string) => operators.post('closeBillDifference', { differenceId, note }, finance.token)
    expect(await close('x')).toMatchObject({ code: SHOW_ERROR_TIP })
    expect(await close('已在微信商户平台退差价')).toMatchObject({ code: OK })
    expect(await close('已在微信商户平台退差价')).toMatchObject({ code: SHOW_ERROR_TIP })
    await recheck('wechat')
    expect(await differences()).toEqual([])
    expect(await differences('closed')).toMatchObject([{ closedBy: finance.name, note: '已在微信商户平台退差价' }])
    const subject = `billDifference:${differenceId}`
    expect(await db().select().from(operatorAudit).where(eq(operatorAudit.subject, subject))).toMatchObject([
      { call: 'closeBillDifference', before: { closedAt: null }, after: { closedBy: finance.name } },
    ])
  })

  it('imports the file of a day, which replaces no downloaded one', async () => {
    await pay('wechat')
    await pay('alipay')
    await endDay()
    const { wechat, alipay } = harness.embedded.payments
    const file = (await wechat.downloadBill(day)) ?? new Uint8Array()
    expect(await upload('wechat', day, file)).toMatchObject({ code: OK, data: { lines: 1, openDifferences: 0 } })
    expect(await upload('wechat', day, file)).toMatchObject({ code: OK, data: { lines: 1 } })
    expect(await billOf('wechat')).toMatchObject({ source: 'import', payments: 1 })
    const other = (await alipay.downloadBill(day)) ?? new Uint8Array()
    await recheck('alipay')
    expect(await upload('alipay', day, other)).toMatchObject({ code: SHOW_ERROR_TIP })
    const subject = `bill:wechat:${day}`
    expect(await db().select().from(operatorAudit).where(eq(operatorAudit.subject, subject))).toHaveLength(2)
  })

  it('gets a clear answer to any other file, day or name', async () => {
    await pay('wechat')
    await endDay()
    const file = (await harness.embedded.payments.wechat.downloadBill(day)) ?? new Uint8Array()
    const another = chinaDay(new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS))
    expect(await upload('wechat', another, file)).toMatchObject({
      code: SHOW_ERROR_TIP,
      msg: expect.stringContaining(day),
    })
    expect(await upload('alipay', day, file)).toMatchObject({ code: ILLEGAL_FILE })
    expect(await upload('wechat', day, Buffer.from('x'))).toMatchObject({ code: ILLEGAL_FILE })
    expect(await upload('wechat', '2099-01-01', file)).toMatchObject({ code: SHOW_ERROR_TIP })
    expect(await upload('paypal', day, file)).toMatchObject({ code: SHOW_ERROR_TIP })
    const support = await operators.addReady('support')
    expect((await upload('wechat', day, file, support.token)).code).not.toBe(OK)
    expect(await billOf('wechat')).toBeUndefined()
  })

  it('has a bill asked for again, of a day that is over', async () => {
    await endDay()
    await recheck('alipay')
    expect(await billOf('alipay')).toMatchObject({ state: 'waiting', failure: 'no bill yet' })
    for (const wrong of [chinaDay(harness.server.clock.now()), '2026-02-30', '1999-01-01']) {
      const answer = await operators.post('recheckBill', { provider: 'alipay', day: wrong }, finance.token)
      expect(answer).toMatchObject({ code: SHOW_ERROR_TIP })
    }
  })

  it('has an imported bill worked off while the download fails', async () => {
    const { orderId, outTradeNo } = await pay('wechat', false)
    await setPayment(outTradeNo, { state: 'closed' })
    await endDay()
    const { wechat } = harness.embedded.payments
    const file = (await wechat.downloadBill(day)) ?? new Uint8Array()
    const { downloadBill } = wechat
    wechat.downloadBill = async () => {
      throw new PaymentRefused('no answer')
    }
    onTestFinished(() => {
      wechat.downloadBill = downloadBill
    })
    expect(await upload('wechat', day, file)).toMatchObject({ code: OK, data: { openDifferences: 1 } })
    await reconcile()
    expect(await harness.paymentsOf(orderId)).toMatchObject([{ state: expect.stringMatching(/paid|refund/) }])
    expect(await differences()).toEqual([])
    expect(await billOf('wechat')).toMatchObject({ source: 'import', failure: 'no answer' })
    const [bill] = await db()
      .select()
      .from(bills)
      .where(and(eq(bills.day, day), eq(bills.provider, 'wechat')))
    expect(bill?.dueAt).toEqual(later(harness.server.clock.now(), HOUR_MS))
  })

  it('gets no bill of another day in, also one without payments', async () => {
    await endDay()
    const [alipay, wechat] = [emptyBill('alipay'), emptyBill('wechat')]
    const another = chinaDay(new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS))
    expect(await upload('alipay', another, alipay)).toMatchObject({ code: SHOW_ERROR_TIP })
    expect(await upload('alipay', day, alipay)).toMatchObject({ code: OK, data: { lines: 0 } })
    expect(await upload('wechat', day, wechat)).toMatchObject({ code: SHOW_ERROR_TIP })
  })

  it('imports a shortened file in vain: the own bill of the provider takes its place', async () => {
    const { outTradeNo } = await pay('wechat')
    await pay('wechat')
    await setPayment(outTradeNo, { outTradeNo: `${outTradeNo}z` })
    await endDay()
    const whole = Buffer.from((await harness.embedded.payments.wechat.downloadBill(day)) ?? '').toString()
    const shortened = whole
      .split('\r\n')
      .filter((line) => !line.includes(outTradeNo))
      .join('\r\n')
    expect(await upload('wechat', day, Buffer.from(shortened))).toMatchObject({ code: OK, data: { lines: 1 } })
    harness.server.clock.advance(DAY_MS)
    await reconcile()
    finance = await operators.addReady('finance')
    expect(await billOf('wechat')).toMatchObject({ source: 'download', payments: 2 })
    expect(await differences()).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'unknown', number: outTradeNo })]),
    )
  })
})
