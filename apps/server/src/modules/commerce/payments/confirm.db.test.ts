import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { PaymentProvider, ProviderName } from '../../../platform/payments.ts'
import { coupons, couponTemplates } from '../../../tables/coupons.ts'
import { ledgerEntries } from '../../../tables/ledger.ts'
import { orders } from '../../../tables/orders.ts'
import { payments, refunds } from '../../../tables/payments.ts'
import { addRechargeOrder } from '../../../testing/cashier-client.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../ledger/index.ts'
import { FULFIL_JOB } from '../orders/index.ts'
import { REFUND_JOB } from '../refunds/index.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const PAID_CENTS = 1000

const server = await useServer()
let userId = 0
let token = ''
let orderId = 0
let last = 0
/** Names of the jobs that were asked for; nobody carries them out. */
let addedJobs: string[] = []

beforeAll(async () => {
  ;({ userId, token } = await createDevices(server).addPerson())
})
beforeEach(async () => {
  addedJobs = []
  orderId = await addOrder()
})

const db = () => server.database.db
const LINES = [{ kind: 'goods' as const, id: 1, quantity: 1, unitPriceCents: PAID_CENTS, amountCents: PAID_CENTS }]
const addOrder = (fields: Partial<typeof orders.$inferInsert> = {}): Promise<number> =>
  addRechargeOrder(server, userId, PAID_CENTS, { lines: LINES, ...fields })
const addPayment = async (provider: ProviderName = 'alipay', of = orderId): Promise<string> => {
  const now = server.clock.now()
  const outTradeNo = `trade${++last}`
  await db()
    .insert(payments)
    .values({ orderId: of, provider, scene: 'h5', outTradeNo, amountCents: PAID_CENTS, createdAt: now, expiresAt: now })
  return outTradeNo
}
const deps = (providers: PaymentDeps['payments'] = {}): PaymentDeps => {
  const { database, clock, log, outbox } = server
  const jobs = {
    add: async (_tx: unknown, { name }: { name: string }) => {
      addedJobs.push(name)
    },
  }
  return { database, clock, log, outbox, jobs, payments: providers, wechatLogin: {} as never }
}
const confirm = (
  outTradeNo: string,
  transactionId: string,
  amountCents = PAID_CENTS,
  provider: ProviderName = 'alipay',
) => confirmPayment(deps())(provider, { outTradeNo, transactionId, amountCents })
const paymentOf = async (outTradeNo: string) => {
  const [payment] = await db().select().from(payments).where(eq(payments.outTradeNo, outTradeNo))
  return payment as typeof payments.$inferSelect
}
const orderOf = async (id = orderId) => {
  const [order] = await db().select().from(orders).where(eq(orders.id, id))
  return order as typeof orders.$inferSelect
}
const entriesOf = (id = orderId) => db().select().from(ledgerEntries).where(eq(ledgerEntries.orderId, id))
const refundsOf = (id = orderId) => db().select().from(refunds).where(eq(refunds.orderId, id))

describe('money that a provider tells of', () => {
  it('pays the order once, however often it is told, also at once', async () => {
    const outTradeNo = await addPayment()
    const transactionId = `money${++last}`
    await Promise.all(Array.from({ length: 5 }, () => confirm(outTradeNo, transactionId)))
    await confirm(outTradeNo, transactionId)
    const now = server.clock.now()
    expect(await paymentOf(outTradeNo)).toMatchObject({ state: 'paid', transactionId, paidAt: now, isSettling: true })
    expect(await orderOf()).toMatchObject({ state: 'paid', payMethod: PayMethod.alipay, paidAt: now })
    expect(await entriesOf()).toMatchObject([{ reason: 'orderPayment', amountCents: PAID_CENTS }])
    expect(addedJobs).toEqual([FULFIL_JOB.name])
  })

  it('is refused where it is for no payment of that provider', async () => {
    const outTradeNo = await addPayment('alipay')
    await expect(confirm('trade-of-nobody', 'money-x')).rejects.toThrow('no such payment')
    await expect(confirm(outTradeNo, 'money-x', PAID_CENTS, 'wechat')).rejects.toThrow('no such payment')
    expect(await orderOf()).toMatchObject({ state: 'pending' })
  })

  it.each([PAID_CENTS - 1, PAID_CENTS + 1])('is refused where it is another amount (%i)', async (amountCents) => {
    const outTradeNo = await addPayment()
    const transactionId = `money${++last}`
    await expect(confirm(outTradeNo, transactionId, amountCents)).rejects.toThrow('another amount')
    expect(await paymentOf(outTradeNo)).toMatchObject({ state: 'waiting', transactionId: null })
    expect(await entriesOf()).toEqual([])
    await confirm(outTradeNo, transactionId)
    await expect(confirm(outTradeNo, transactionId, amountCents)).rejects.toThrow('another amount')
    expect(await entriesOf()).toHaveLength(1)
  })

  it('is refused where other money has paid before, and where it has paid for something else', async () => {
    const outTradeNo = await addPayment()
    const transactionId = `money${++last}`
    await confirm(outTradeNo, transactionId)
    await expect(confirm(outTradeNo, `money${++last}`)).rejects.toThrow('another transaction')
    const otherId = await addOrder()
    const other = await addPayment('alipay', otherId)
    await expect(confirm(other, transactionId)).rejects.toThrow('money of another payment')
    expect(await orderOf(otherId)).toMatchObject({ state: 'pending' })
    expect(await entriesOf()).toHaveLength(1)
  })

  it('goes back whole where the order was paid in another way before', async () => {
    const [first, second] = [await addPayment('alipay'), await addPayment('wechat')]
    await confirm(first, `money${++last}`)
    await confirm(second, `money${++last}`, PAID_CENTS, 'wechat')
    const surplus = await paymentOf(second)
    expect(surplus).toMatchObject({ state: 'refunding', isSettling: false })
    expect(await refundsOf()).toMatchObject([{ paymentId: surplus.id, amountCents: PAID_CENTS }])
    expect(await paymentOf(first)).toMatchObject({ state: 'paid', isSettling: true })
    expect(await orderOf()).toMatchObject({ state: 'paid', payMethod: PayMethod.alipay })
    expect(addedJobs).toEqual([FULFIL_JOB.name, REFUND_JOB.name])
  })
})

describe('money that comes after the order has ended', () => {
  const late = async (fields: Partial<typeof orders.$inferInsert>) => {
    const now = server.clock.now()
    orderId = await addOrder({ state: 'expired', endedAt: now, ...fields })
    await confirm(await addPayment('wechat'), `money${++last}`, PAID_CENTS, 'wechat')
    return orderOf()
  }

  it.each(['beans', 'balance', 'space', 'codes', 'renew'] as const)(
    'still buys %s, which nobody can take away',
    async (kind) => {
      expect(await late({ kind })).toMatchObject({ state: 'paid', payMethod: PayMethod.wechat, failure: '' })
      expect(addedJobs).toEqual([FULFIL_JOB.name])
      expect(await refundsOf()).toEqual([])
    },
  )

  it('goes back where a coupon made it cheaper', async () => {
    const terms = { couponType: 2, parValue: 100, conditionsUse: 0, businessType: 1, scopeApplication: 1 } as const
    const createdAt = server.clock.now()
    const [template] = await db().insert(couponTemplates).values({ name: '测试券', terms, createdAt }).returning()
    const [coupon] = await db()
      .insert(coupons)
      .values({ templateId: template?.id ?? 0, userId, name: '测试券', terms, receivedAt: createdAt })
      .returning()
    expect(await late({ couponId: coupon?.id ?? 0 })).toMatchObject({ state: 'refunding' })
    expect(await refundsOf()).toMatchObject([{ amountCents: PAID_CENTS }])
  })

  it.each<[string, Partial<typeof orders.$inferInsert>]>([
    ['a first price made it cheaper', { lines: [{ kind: 'firstPurchase', id: 1, amountCents: PAID_CENTS }] }],
    ['a device was to be changed', { kind: 'change' }],
    ['pieces of a seckill were to be had', { kind: 'seckill' }],
    ['phones were to stand nowhere', { kind: 'buy' }],
  ])('goes back where %s', async (_why, fields) => {
    expect(await late(fields)).toMatchObject({
      state: 'refunding',
      payMethod: PayMethod.wechat,
      paidAt: server.clock.now(),
      failure: '付款到账时订单已失效，款项原路退回',
    })
    expect(addedJobs).toEqual([REFUND_JOB.name])
    expect(await refundsOf()).toMatchObject([{ amountCents: PAID_CENTS, key: `order:${orderId}:refund` }])
  })
})

it('a trade that the provider has not heard of is closed a minute after its time, not before', async () => {
  const alipay = { query: async () => ({ state: 'unknown' }) } as unknown as PaymentProvider
  const ask = reconcilePayments(deps({ alipay }))
  const early = await addPayment()
  server.clock.advance(MINUTE_MS - 1)
  await ask()
  expect(await paymentOf(early)).toMatchObject({ state: 'waiting', askedAt: server.clock.now() })
  orderId = await addOrder()
  const due = await addPayment()
  server.clock.advance(MINUTE_MS)
  await ask()
  expect(await paymentOf(due)).toMatchObject({ state: 'closed' })
})

it('an order that is paid already opens no further payment', async () => {
  await confirm(await addPayment(), `money${++last}`)
  const body = { orderId, payMethod: PayMethod.wechat }
  expect(await server.post('/vmcloud/api/order/payOrder', body, { token })).toMatchObject({
    code: 200,
    data: { next: { kind: 'none' }, order: { orderId, payMethod: PayMethod.alipay } },
  })
  expect(await db().$count(payments, eq(payments.orderId, orderId))).toBe(1)
})

it('leaves books that add up', async () => expect(await auditLedger(server.database.db)).toEqual([]))
