import type { getPaymentExceptions, getPaymentNotices } from '@yunji/contract/operator/payment-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { orders } from '../../../tables/orders.ts'
import { paymentNotices, payments } from '../../../tables/payments.ts'
import { addRechargeOrder } from '../../../testing/cashier-client.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { type PaymentHarness, startPaymentHarness } from '../../../testing/payment-harness.ts'
import { auditLedger } from '../ledger/index.ts'

const { OK, SHOW_ERROR_TIP } = ErrorCode
const PAID_CENTS = 1000

let harness: PaymentHarness
let operators: ReturnType<typeof createOperatorHarness>
let token = ''
let orderId = 0
let outTradeNo = ''

beforeAll(async () => {
  harness = await startPaymentHarness(() => undefined)
  operators = createOperatorHarness(harness.server)
  ;({ token } = await operators.addReady('finance'))
})
afterAll(() => harness.server.stop())
beforeEach(async () => {
  await db().delete(paymentNotices)
  orderId = await addRechargeOrder(harness.server, harness.userId, PAID_CENTS, {
    expiresAt: later(harness.server.clock.now(), 30 * MINUTE_MS),
  })
  outTradeNo = await harness.open(orderId, 'alipay')
  await harness.pay('alipay', outTradeNo)
})

const db = () => harness.server.database.db
const notify = async () => harness.send('alipay', await harness.noticeOf('alipay', outTradeNo))
const noticesOf = async (query = '') =>
  ((await operators.get(`getPaymentNotices?rows=50${query}`, token)).data as CallData<typeof getPaymentNotices>).records
const exceptions = async () =>
  (await operators.get('getPaymentExceptions', token)).data as CallData<typeof getPaymentExceptions>
const stateOf = async () => (await db().select().from(payments).where(eq(payments.outTradeNo, outTradeNo)))[0]?.state
/** The payment is unknown for a while, as after a restored backup. */
const hidePayment = () =>
  db()
    .update(payments)
    .set({ outTradeNo: `${outTradeNo}x` })
    .where(eq(payments.orderId, orderId))
const showPayment = () => db().update(payments).set({ outTradeNo }).where(eq(payments.orderId, orderId))

describe('the log of notices', () => {
  it('names what was booked, once for all repetitions', async () => {
    await notify()
    await notify()
    expect(await noticesOf(`&number=${outTradeNo}`)).toMatchObject([
      {
        provider: 'alipay',
        about: 'payment',
        amountCents: PAID_CENTS,
        outcome: 'taken',
        reason: '',
        orderId,
        times: 1,
      },
    ])
    expect((await exceptions()).noticeCount).toBe(0)
  })

  it('counts forged ones and keeps nothing of them', async () => {
    const { headers, body } = await harness.noticeOf('alipay', outTradeNo)
    for (let time = 0; time < 5; time += 1)
      await harness.send('alipay', { headers, body: body.replace(/total_amount=\d/, 'total_amount=9') })
    harness.server.clock.advance(11_000)
    await harness.send('alipay', { headers, body: body.replace(/total_amount=\d/, 'total_amount=9') })
    expect(await noticesOf('&outcome=refused')).toMatchObject([
      { about: 'unverified', number: '', transactionId: '', amountCents: 0, reason: 'signature', times: 6 },
    ])
    expect((await exceptions()).noticeCount).toBe(0)
  })
})

describe('a notice without a payment', () => {
  const refused = async () => {
    await hidePayment()
    expect(await notify()).toMatchObject({ isTaken: false })
    expect(await notify()).toMatchObject({ isTaken: false })
    const { noticeCount, notices } = await exceptions()
    expect({ noticeCount, notices }).toMatchObject({
      noticeCount: 1,
      notices: [{ number: outTradeNo, reason: 'no such payment', times: 2, orderId: null, amountCents: PAID_CENTS }],
    })
    expect((await operators.get('getOverview?days=7', token)).data).toMatchObject({
      waiting: expect.arrayContaining([{ kind: 'refusedNotices', count: 1, right: 'orders.read' }]),
    })
    return notices[0]?.noticeId ?? 0
  }

  it('is booked by a replay once the payment is known, and is worked off with it', async () => {
    const noticeId = await refused()
    const tooEarly = await operators.post('replayNotice', { noticeId }, token)
    expect(tooEarly).toMatchObject({ code: OK, data: { isBooked: false, reason: 'no such payment' } })
    await showPayment()
    expect(await operators.post('replayNotice', { noticeId }, token)).toMatchObject({ data: { isBooked: true } })
    expect(await stateOf()).toBe('paid')
    expect((await exceptions()).noticeCount).toBe(0)
    expect(await operators.post('replayNotice', { noticeId }, token)).toMatchObject({ code: SHOW_ERROR_TIP })
    const rows = await db()
      .select()
      .from(operatorAudit)
      .where(eq(operatorAudit.subject, `notice:${noticeId}`))
    expect(rows.map(({ call }) => call)).toEqual(['replayNotice', 'replayNotice'])
    expect(await auditLedger(db())).toEqual([])
  })

  it('is closed by hand, once', async () => {
    const noticeId = await refused()
    expect(await noticesOf('&outcome=open')).toMatchObject([{ noticeId }])
    expect((await operators.post('closeNotice', { noticeId }, token)).code).toBe(OK)
    expect(await noticesOf('&outcome=open')).toEqual([])
    expect((await exceptions()).noticeCount).toBe(0)
    expect(await operators.post('closeNotice', { noticeId }, token)).toMatchObject({ code: SHOW_ERROR_TIP })
    expect(await operators.post('closeNotice', { noticeId: 987_654_321 }, token)).toMatchObject({
      code: SHOW_ERROR_TIP,
    })
    expect(await noticesOf('&outcome=refused')).toMatchObject([{ closedBy: expect.stringMatching(/^finance-/) }])
  })
})

describe('a payment without any notice', () => {
  const recheck = async () => {
    const [payment] = await db().select().from(payments).where(eq(payments.orderId, orderId))
    return operators.post('recheckPayment', { paymentId: payment?.id ?? 0 }, token)
  }

  it('is booked by what the provider says when it is asked, also a closed one, and once', async () => {
    await db().update(payments).set({ state: 'closed' }).where(eq(payments.orderId, orderId))
    expect(await recheck()).toMatchObject({ code: OK, data: { isBooked: true, reason: '' } })
    expect(await stateOf()).toBe('paid')
    expect(await recheck()).toMatchObject({ code: OK, data: { isBooked: true } })
    const [payment] = await db().select().from(payments).where(eq(payments.orderId, orderId))
    const rows = await db()
      .select()
      .from(operatorAudit)
      .where(eq(operatorAudit.subject, `payment:${payment?.id}`))
    expect(rows.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { call: 'recheckPayment', before: { state: 'closed' }, after: { state: 'paid', reason: '' } },
      { before: { state: 'paid' } },
    ])
    expect(await auditLedger(db())).toEqual([])
  })

  it('stays as it is where the provider has no money, and unknown ones are refused', async () => {
    await hidePayment()
    expect(await recheck()).toMatchObject({ code: OK, data: { isBooked: false, reason: 'trade is unknown' } })
    await db().update(payments).set({ outTradeNo, amountCents: 1 }).where(eq(payments.orderId, orderId))
    expect(await recheck()).toMatchObject({ code: OK, data: { isBooked: false, reason: 'another amount' } })
    expect(await stateOf()).toBe('waiting')
    expect(await operators.post('recheckPayment', { paymentId: 987_654_321 }, token)).toMatchObject({
      code: SHOW_ERROR_TIP,
    })
    const support = await operators.addReady('support')
    expect((await operators.post('recheckPayment', { paymentId: 1 }, support.token)).code).not.toBe(OK)
  })
})

it('a paid order without an end is listed after ten minutes and can be tried again', async () => {
  const now = harness.server.clock.now()
  await db().update(orders).set({ state: 'paid', paidAt: now, payMethod: 1 }).where(eq(orders.id, orderId))
  expect((await exceptions()).unfulfilled.map((order) => order.orderId)).not.toContain(orderId)
  harness.server.clock.advance(11 * MINUTE_MS)
  expect((await exceptions()).unfulfilled).toContainEqual({
    orderId,
    title: '余额充值',
    amountCents: PAID_CENTS,
    paidAt: now.getTime(),
  })
  expect((await operators.post('retryFulfilment', { orderId }, token)).code).toBe(OK)
  await db().update(orders).set({ state: 'fulfilled' }).where(eq(orders.id, orderId))
  expect(await operators.post('retryFulfilment', { orderId }, token)).toMatchObject({ code: SHOW_ERROR_TIP })
  expect((await exceptions()).unfulfilled.map((order) => order.orderId)).not.toContain(orderId)
})
