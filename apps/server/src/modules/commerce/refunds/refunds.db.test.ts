import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { ledgerEntries } from '../../../tables/ledger.ts'
import { payments, refunds } from '../../../tables/payments.ts'
import { addRechargeOrder } from '../../../testing/cashier-client.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { findWallet } from '../ledger/index.ts'
import { lockOrder } from '../orders/index.ts'
import { addProviderRefund, REFUND_JOB, type RefundDeps, refundPart } from './index.ts'

const PAID_CENTS = 1000

const server = await useServer()
const make = createDevices(server)
let userId = 0
let orderId = 0
let paymentId = 0
let lastNumber = 0
/** Jobs that were asked for; nobody carries them out. */
let addedJobs: unknown[] = []

beforeEach(async () => {
  addedJobs = []
  ;({ userId } = await make.addPerson())
  const now = server.clock.now()
  orderId = await addRechargeOrder(server, userId, PAID_CENTS, {
    state: 'paid',
    payMethod: PayMethod.alipay,
    paidAt: now,
  })
  paymentId = await addPayment('alipay', true)
})

const db = () => server.database.db
const addPayment = async (provider: 'alipay' | 'wechat', isSettling: boolean): Promise<number> => {
  const now = server.clock.now()
  const [payment] = await db()
    .insert(payments)
    .values({
      orderId,
      provider,
      scene: 'h5',
      outTradeNo: `trade${++lastNumber}`,
      amountCents: PAID_CENTS,
      state: isSettling ? 'paid' : 'refunded',
      isSettling,
      transactionId: `money${lastNumber}`,
      createdAt: now,
      expiresAt: now,
      paidAt: now,
    })
    .returning()
  return payment?.id ?? 0
}
const deps: RefundDeps = {
  jobs: {
    add: async (_tx, job, data) => {
      addedJobs.push([job, data])
    },
  },
}
const paymentOf = async (id = paymentId) => {
  const [payment] = await db().select().from(payments).where(eq(payments.id, id))
  return payment as typeof payments.$inferSelect
}
const add = async (key: string, amountCents: number, deviceId?: number) => {
  const payment = await paymentOf()
  const part = { key: `order:${orderId}:${key}`, amountCents, ...(deviceId !== undefined && { deviceId }) }
  await db().transaction((tx) => addProviderRefund(tx, deps, payment, part, server.clock.now()))
}
const back = (payMethod: PayMethod | null, amountCents: number, key = `order:${orderId}:refund`) =>
  db().transaction(async (tx) => {
    const order = { ...(await lockOrder(tx, orderId)), payMethod }
    await refundPart(tx, deps, order, { key, amountCents }, server.clock.now())
  })
const refundsOf = () => db().select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.id)

describe('what a provider owes', () => {
  it('is written down with a number of its own, and asked for by a job', async () => {
    const { id: deviceId } = await make.addDevice(userId)
    await add('first', 300, deviceId)
    await add('second', 200)
    const { outTradeNo } = await paymentOf()
    const [first, second, ...others] = await refundsOf()
    const now = server.clock.now()
    expect(first).toMatchObject({
      paymentId,
      key: `order:${orderId}:first`,
      outRefundNo: `${outTradeNo}r1`,
      amountCents: 300,
      deviceId,
      state: 'waiting',
      createdAt: now,
      askAt: now,
    })
    expect(second).toMatchObject({ outRefundNo: `${outTradeNo}r2`, amountCents: 200, deviceId: null })
    expect(others).toEqual([])
    expect(addedJobs).toEqual([
      [REFUND_JOB, { refundId: first?.id }],
      [REFUND_JOB, { refundId: second?.id }],
    ])
  })

  it('is one for the same key, however often it is told', async () => {
    await add('same', 600)
    await add('same', 600)
    expect(await refundsOf()).toMatchObject([{ amountCents: 600 }])
    expect(addedJobs).toHaveLength(1)
  })

  it('is never more than came, in one part or in several', async () => {
    await expect(add('whole', PAID_CENTS + 1)).rejects.toThrow('more than came')
    await add('one', 600)
    await expect(add('other', 401)).rejects.toThrow('more than came')
    expect(await refundsOf()).toHaveLength(1)
    await add('rest', 400)
    await expect(add('cent', 1)).rejects.toThrow('more than came')
  })

  it('makes the payment one that is paid back when all of it goes, not before', async () => {
    const other = await addPayment('wechat', false)
    await add('one', PAID_CENTS - 1)
    expect(await paymentOf()).toMatchObject({ state: 'paid' })
    await add('other', 1)
    expect(await paymentOf()).toMatchObject({ state: 'refunding' })
    expect(await paymentOf(other)).toMatchObject({ state: 'refunded' })
  })
})

describe('money goes back the way it came', () => {
  it.each([
    [PayMethod.beans, { beansCents: 300, balanceCents: 0 }],
    [PayMethod.balance, { beansCents: 0, balanceCents: 300 }],
  ])('into the own account of method %s at once', async (payMethod, wallet) => {
    await back(payMethod, 300)
    await back(payMethod, 300)
    expect(await findWallet(db(), userId)).toEqual(wallet)
    const entries = await db().select().from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId))
    expect(entries).toMatchObject([{ reason: 'orderRefund', amountCents: 300, key: `order:${orderId}:refund` }])
    expect(await refundsOf()).toEqual([])
  })

  it.each([PayMethod.alipay, PayMethod.wechat, null])(
    'to the provider of the payment that settled it (%s)',
    async (payMethod) => {
      await addPayment('wechat', false)
      await back(payMethod, 300)
      expect(await refundsOf()).toMatchObject([{ paymentId, amountCents: 300 }])
      expect(await findWallet(db(), userId)).toEqual({ beansCents: 0, balanceCents: 0 })
    },
  )

  it('is nothing where nothing was paid, whatever it was paid with', async () => {
    for (const payMethod of [PayMethod.balance, PayMethod.alipay]) await back(payMethod, 0)
    expect(await refundsOf()).toEqual([])
    expect(await db().$count(ledgerEntries, eq(ledgerEntries.orderId, orderId))).toBe(0)
  })

  it('is a fault where no payment settled the order', async () => {
    await db().update(payments).set({ isSettling: false }).where(eq(payments.id, paymentId))
    await expect(back(PayMethod.alipay, 300)).rejects.toThrow('paid by no payment')
    expect(await refundsOf()).toEqual([])
  })
})
