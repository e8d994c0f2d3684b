import { Registry } from '@prometheus-io/client'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { and, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import {
  type PaymentProvider,
  PaymentRefused,
  type ProviderName,
  type RefundStatus,
} from '../../../platform/payments.ts'
import { users } from '../../../tables/identity.ts'
import { ledgerEntries } from '../../../tables/ledger.ts'
import { orders } from '../../../tables/orders.ts'
import { payments, refundNumbers, refunds } from '../../../tables/payments.ts'
import { addRechargeOrder } from '../../../testing/cashier-client.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { findWallet } from '../ledger/index.ts'
import { lockOrder } from '../orders/index.ts'
import { addRefundGauge, decideRefund, getFailedRefunds } from './decide-refund.ts'
import type { ProviderRefundDeps } from './deps.ts'
import { REFUND_JOB, refundPart } from './index.ts'
import { refundJob, requestDueRefunds } from './request-refund.ts'
import { applyRefundStatus } from './settle-refund.ts'

const PAID_CENTS = 1000
/** Of PostgreSQL, for `nowait`. */
const LOCK_NOT_AVAILABLE = '55P03'

const server = await useServer()
let userId = 0
let orderId = 0
let outTradeNo = ''
let last = 0
let requests: Parameters<PaymentProvider['refund']>[0][] = []
let answer: RefundStatus = 'waiting'
/** Answer to the query for a refund; undefined: none. */
let known: RefundStatus | 'unknown' | undefined
/** Answers for single numbers, before `known`. */
let knownOf: Record<string, RefundStatus> = {}
let queries: string[] = []
let jobs: unknown[] = []
let lines: string[] = []

beforeAll(async () => {
  ;({ userId } = await createDevices(server).addPerson())
})
beforeEach(async () => {
  await db().update(refunds).set({ state: 'refunded', refundedAt: server.clock.now(), askAt: null, failure: null })
  ;[requests, queries, jobs, lines, answer, known] = [[], [], [], [], 'waiting', 'unknown']
  knownOf = {}
  outTradeNo = `trade${++last}`
  orderId = await addPaidOrder('alipay')
})

const db = () => server.database.db
const addPaidOrder = async (provider: ProviderName): Promise<number> => {
  const now = server.clock.now()
  const id = await addRechargeOrder(server, userId, PAID_CENTS, {
    state: 'refunding',
    payMethod: provider === 'alipay' ? PayMethod.alipay : PayMethod.wechat,
    paidAt: now,
  })
  await db().insert(payments).values({
    orderId: id,
    provider,
    scene: 'h5',
    outTradeNo,
    amountCents: PAID_CENTS,
    state: 'paid',
    transactionId: outTradeNo,
    isSettling: true,
    createdAt: now,
    expiresAt: now,
    paidAt: now,
  })
  return id
}
const deps = (): ProviderRefundDeps => {
  const { database, clock, outbox } = server
  const alipay = {
    refund: async (request: Parameters<PaymentProvider['refund']>[0]) => {
      requests.push(request)
      return answer
    },
    queryRefund: async (_outTradeNo, outRefundNo) => {
      queries.push(outRefundNo)
      const ofNumber = knownOf[outRefundNo]
      if (ofNumber) return ofNumber
      if (!known) throw new PaymentRefused('no answer')
      return known
    },
  } as PaymentProvider
  return {
    database,
    clock,
    outbox,
    log: pino({}, { write: (line) => lines.push(line) }),
    jobs: {
      add: async (_tx: unknown, job: unknown, data: unknown) => {
        jobs.push([job, data])
      },
    },
    payments: { alipay },
  }
}
/** Owes a part of the order to its buyer; nobody has asked the provider yet. */
const owe = async (amountCents = PAID_CENTS): Promise<number> => {
  const part = { key: `order:${orderId}:part${++last}`, amountCents }
  await db().transaction(async (tx) => refundPart(tx, deps(), await lockOrder(tx, orderId), part, server.clock.now()))
  const [refund] = await db().select().from(refunds).where(eq(refunds.key, part.key))
  jobs = []
  return refund?.id ?? 0
}
const refundOf = async (id: number) => {
  const [refund] = await db().select().from(refunds).where(eq(refunds.id, id))
  return refund as typeof refunds.$inferSelect
}
const paymentState = async () => {
  const [payment] = await db().select().from(payments).where(eq(payments.orderId, orderId))
  return payment?.state
}
const orderState = async () => {
  const [order] = await db().select().from(orders).where(eq(orders.id, orderId))
  return order?.state
}
const paidBack = () =>
  db()
    .select({ key: ledgerEntries.key, cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.reason, 'orderRefund')))
const applyStatus = (status: RefundStatus, outRefundNo = `${outTradeNo}r1`, provider: ProviderName = 'alipay') =>
  applyRefundStatus(deps())(provider, outRefundNo, status)
const decide = (id: number, way: 'provider' | 'balance') => decideRefund(deps())(id, way, async () => undefined)
/** Tries to lock the buyer's account, as an erasure does. */
const lockAccount = (): Promise<string> =>
  db()
    .transaction((tx) => tx.select().from(users).where(eq(users.id, userId)).for('update', { noWait: true }))
    .then(
      () => 'free',
      (error: { readonly cause: { readonly code: string } }) => error.cause.code,
    )
const toPerson = async (id: number) => {
  await applyStatus('abnormal')
  expect(await refundOf(id)).toMatchObject({ state: 'manual' })
}

describe('what a provider says of a refund', () => {
  it('is that the money is back: booked once, however often it says so', async () => {
    const id = await owe()
    expect(await paymentState()).toBe('refunding')
    await Promise.all([applyStatus('refunded'), applyStatus('refunded'), applyStatus('refunded')])
    expect(await refundOf(id)).toMatchObject({ state: 'refunded', refundedAt: server.clock.now(), askAt: null })
    expect(await paidBack()).toEqual([{ key: `refund:${id}:refunded`, cents: PAID_CENTS }])
    expect([await paymentState(), await orderState()]).toEqual(['refunded', 'refunded'])
  })

  it('is about one part of several: the payment is back with the last of them', async () => {
    await owe(300)
    await owe(700)
    await applyStatus('refunded', `${outTradeNo}r2`)
    expect([await paymentState(), await orderState()]).toEqual(['refunding', 'refunding'])
    await applyStatus('refunded')
    expect([await paymentState(), await orderState()]).toEqual(['refunded', 'refunded'])
  })

  it('is about a part that is all that goes back: the payment stays one that was paid', async () => {
    await owe(300)
    await applyStatus('refunded')
    expect([await paymentState(), await orderState()]).toEqual(['paid', 'refunded'])
    expect(await paidBack()).toMatchObject([{ cents: 300 }])
  })

  it('is about no number of ours, or another provider’s: nothing changes', async () => {
    const id = await owe()
    await applyStatus('refunded', `${outTradeNo}r9`)
    await applyStatus('refunded', `${outTradeNo}r1`, 'wechat')
    await applyStatus('waiting')
    expect(await refundOf(id)).toMatchObject({ state: 'waiting', attempt: 1, outRefundNo: `${outTradeNo}r1` })
    expect(await paidBack()).toEqual([])
  })

  it('is that it was closed: asked for under a new number twice, then a person decides', async () => {
    const id = await owe()
    await applyStatus('closed')
    expect(await refundOf(id)).toMatchObject({
      state: 'waiting',
      outRefundNo: `${outTradeNo}r1n2`,
      attempt: 2,
      asks: 0,
      askAt: server.clock.now(),
    })
    expect(jobs).toEqual([[REFUND_JOB, { refundId: id }]])
    await applyStatus('closed', `${outTradeNo}r1n2`)
    expect(await refundOf(id)).toMatchObject({ outRefundNo: `${outTradeNo}r1n3`, attempt: 3, state: 'waiting' })
    await applyStatus('closed', `${outTradeNo}r1n3`)
    expect(await refundOf(id)).toMatchObject({ outRefundNo: `${outTradeNo}r1n3`, state: 'manual', failure: 'closed' })
    expect(jobs).toHaveLength(2)
    const old = await db().select().from(refundNumbers).where(eq(refundNumbers.refundId, id))
    expect(old.map(({ outRefundNo }) => outRefundNo).toSorted()).toEqual([`${outTradeNo}r1`, `${outTradeNo}r1n2`])
  })

  it('is about a number that was given up: believed where the money is back, and nothing otherwise', async () => {
    const id = await owe()
    await applyStatus('closed')
    await applyStatus('closed')
    await applyStatus('abnormal')
    expect(await refundOf(id)).toMatchObject({ state: 'waiting', attempt: 2 })
    await applyStatus('refunded')
    expect(await refundOf(id)).toMatchObject({ state: 'refunded' })
    expect(await paidBack()).toHaveLength(1)
  })

  it('is that it cannot be completed: a person decides, and is called once', async () => {
    const id = await owe()
    await applyStatus('abnormal')
    await applyStatus('abnormal')
    expect(await refundOf(id)).toMatchObject({ state: 'manual', failure: 'abnormal', askAt: null })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('refund failed, manual action required')
    await applyStatus('refunded')
    expect(await refundOf(id)).toMatchObject({ state: 'refunded' })
  })
})

describe('asking for a refund', () => {
  it('names what was paid and what goes back, and takes the answer', async () => {
    const id = await owe(300)
    answer = 'refunded'
    await refundJob(deps()).run({ refundId: id })
    const outRefundNo = `${outTradeNo}r1`
    expect(requests).toEqual([
      { outTradeNo, outRefundNo, amountCents: 300, totalCents: PAID_CENTS, reason: '订单退款' },
    ])
    expect(await refundOf(id)).toMatchObject({ state: 'refunded', asks: 1, askedAt: server.clock.now() })
    await refundJob(deps()).run({ refundId: id })
    expect(requests).toHaveLength(1)
  })

  it('is done further and further apart, six hours at most, and for seven days', async () => {
    const id = await owe()
    const [began, waits] = [server.clock.now(), [] as number[]]
    for (let asks = 1; asks <= 12; asks++) {
      await requestDueRefunds(deps())()
      expect(requests).toHaveLength(asks)
      const { askAt } = await refundOf(id)
      const waitMs = (askAt?.getTime() ?? 0) - server.clock.now().getTime()
      waits.push(waitMs / MINUTE_MS)
      server.clock.advance(waitMs - 1)
      await requestDueRefunds(deps())()
      expect(requests).toHaveLength(asks)
      server.clock.advance(1)
    }
    const longest = (6 * HOUR_MS) / MINUTE_MS
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, longest, longest, longest])
    server.clock.advance(later(began, 7 * DAY_MS).getTime() - server.clock.now().getTime() - 1)
    await requestDueRefunds(deps())()
    expect(await refundOf(id)).toMatchObject({ state: 'waiting' })
    expect(requests).toHaveLength(13)
    server.clock.advance(6 * HOUR_MS)
    await requestDueRefunds(deps())()
    expect(await refundOf(id)).toMatchObject({ state: 'manual', failure: 'not completed in time', askAt: null })
    expect(requests).toHaveLength(13)
  })

  it('begins its seven days anew with a further number, and requests each number at least once', async () => {
    const id = await owe()
    await requestDueRefunds(deps())()
    server.clock.advance(8 * DAY_MS)
    await requestDueRefunds(deps())()
    expect(await refundOf(id)).toMatchObject({ state: 'manual', failure: 'not completed in time' })
    await decide(id, 'provider')
    server.clock.advance(8 * DAY_MS)
    await refundJob(deps()).run({ refundId: id })
    expect(requests.map(({ outRefundNo }) => outRefundNo)).toEqual([`${outTradeNo}r1`, `${outTradeNo}r1n2`])
    expect(await refundOf(id)).toMatchObject({ state: 'waiting' })
    server.clock.advance(HOUR_MS)
    await requestDueRefunds(deps())()
    expect(await refundOf(id)).toMatchObject({ state: 'manual' })
    await decide(id, 'provider')
    await requestDueRefunds(deps())()
    server.clock.advance(6 * DAY_MS)
    await requestDueRefunds(deps())()
    expect(requests).toHaveLength(4)
    expect(await refundOf(id)).toMatchObject({ state: 'waiting', attempt: 3 })
  })

  it('of a provider that is not set up stops no other', async () => {
    outTradeNo = `trade${++last}`
    const alipayId = orderId
    orderId = await addPaidOrder('wechat')
    const lost = await owe()
    orderId = alipayId
    const id = await owe()
    answer = 'refunded'
    await requestDueRefunds(deps())()
    expect([(await refundOf(lost)).state, (await refundOf(id)).state]).toEqual(['waiting', 'refunded'])
  })
})

describe('a person who decides', () => {
  it('sees what waits for them, oldest first, page by page', async () => {
    const ids = [await owe(300), await owe(200), await owe(100)]
    for (const nth of [1, 2, 3]) await applyStatus('abnormal', `${outTradeNo}r${nth}`)
    const page = (number: number) => getFailedRefunds(deps())({ page: number, rows: 2 })
    const first = await page(1)
    expect(first.records[0]).toEqual({
      refundId: ids[0],
      orderId,
      provider: 'alipay',
      outTradeNo,
      outRefundNo: `${outTradeNo}r1`,
      amountCents: 300,
      failure: 'abnormal',
      createdAt: server.clock.now().getTime(),
    })
    const all = [...first.records, ...(await page(2)).records].map(({ refundId }) => refundId)
    expect(all).toEqual(ids)
    const registry = new Registry()
    addRefundGauge(registry, deps())
    expect(await registry.metrics()).toContain('yunji_refunds_manual 3')
  })

  it('has a further number tried, or pays into the balance, once', async () => {
    const id = await owe()
    await expect(decide(id, 'balance')).rejects.toMatchObject({ error: 'NOT_FOUND' })
    await toPerson(id)
    await decide(id, 'provider')
    expect(await refundOf(id)).toMatchObject({ state: 'waiting', outRefundNo: `${outTradeNo}r1n2`, failure: null })
    expect(jobs).toEqual([[REFUND_JOB, { refundId: id }]])
    await expect(decide(id, 'provider')).rejects.toMatchObject({ error: 'NOT_FOUND' })
    await applyStatus('abnormal', `${outTradeNo}r1n2`)
    const before = (await findWallet(db(), userId)).balanceCents
    await db().update(users).set({ erasedAt: server.clock.now() }).where(eq(users.id, userId))
    await expect(decide(id, 'balance')).rejects.toMatchObject({ error: 'SHOW_ERROR_TIP' })
    await db().update(users).set({ erasedAt: null }).where(eq(users.id, userId))
    await decide(id, 'balance')
    expect((await findWallet(db(), userId)).balanceCents).toBe(before + PAID_CENTS)
    expect(await refundOf(id)).toMatchObject({ state: 'refunded' })
    expect(await paidBack()).toEqual([{ key: `refund:${id}:balance`, cents: PAID_CENTS }])
    expect([await paymentState(), await orderState()]).toEqual(['refunded', 'refunded'])
    await expect(decide(id, 'balance')).rejects.toMatchObject({ error: 'NOT_FOUND' })
  })

  it('gives nothing more where the provider has completed it after all', async () => {
    for (const way of ['provider', 'balance'] as const) {
      outTradeNo = `trade${++last}`
      orderId = await addPaidOrder('alipay')
      const id = await owe()
      await toPerson(id)
      known = 'refunded'
      expect(await decide(id, way)).toEqual({ isCompleted: true })
      expect(queries).toEqual([`${outTradeNo}r1`])
      expect(await refundOf(id)).toMatchObject({ state: 'refunded', attempt: 1, settledNumber: `${outTradeNo}r1` })
      expect(await paidBack()).toEqual([{ key: `refund:${id}:refunded`, cents: PAID_CENTS }])
      queries = []
    }
    expect(requests).toEqual([])
    expect(jobs).toEqual([])
  })

  it('gives nothing more where the provider has completed an older number', async () => {
    for (const way of ['provider', 'balance'] as const) {
      outTradeNo = `trade${++last}`
      orderId = await addPaidOrder('alipay')
      const id = await owe()
      await toPerson(id)
      await decide(id, 'provider')
      await applyStatus('abnormal', `${outTradeNo}r1n2`)
      knownOf = { [`${outTradeNo}r1`]: 'refunded' }
      jobs = []
      expect(await decide(id, way)).toEqual({ isCompleted: true })
      expect(await refundOf(id)).toMatchObject({ state: 'refunded', attempt: 2, settledNumber: `${outTradeNo}r1` })
      expect(await paidBack()).toEqual([{ key: `refund:${id}:refunded`, cents: PAID_CENTS }])
      expect(jobs).toEqual([])
    }
  })

  it('decides nothing while the provider works on a number of the refund', async () => {
    const id = await owe(300)
    await toPerson(id)
    const refuse = async () => {
      for (const way of ['provider', 'balance'] as const)
        await expect(decide(id, way)).rejects.toThrow('支付平台仍在处理这笔退款')
    }
    known = 'waiting'
    await refuse()
    expect(await refundOf(id)).toMatchObject({ state: 'manual', attempt: 1 })
    known = 'closed'
    await decide(id, 'provider')
    await applyStatus('abnormal', `${outTradeNo}r1n2`)
    knownOf = { [`${outTradeNo}r1`]: 'waiting' }
    await refuse()
    expect(await refundOf(id)).toMatchObject({ state: 'manual', attempt: 2 })
    expect(await paidBack()).toEqual([])
    knownOf = {}
    await decide(id, 'balance')
    expect(await paidBack()).toEqual([{ key: `refund:${id}:balance`, cents: 300 }])
  })

  it('decides nothing while the provider gives no answer', async () => {
    const id = await owe()
    await toPerson(id)
    known = undefined
    for (const way of ['provider', 'balance'] as const)
      await expect(decide(id, way)).rejects.toMatchObject({ error: 'SHOW_ERROR_TIP' })
    expect(await refundOf(id)).toMatchObject({ state: 'manual', attempt: 1 })
    expect(await paidBack()).toEqual([])
  })

  it('pays nothing into the balance where another has had a further number tried meanwhile', async () => {
    const id = await owe()
    await toPerson(id)
    let decision: Promise<unknown> | undefined
    await db().transaction(async (tx) => {
      await lockOrder(tx, orderId)
      decision = decide(id, 'balance')
      decision.catch(() => undefined)
      await expect.poll(lockAccount).toBe(LOCK_NOT_AVAILABLE)
      await decide(id, 'provider')
    })
    await expect(decision).rejects.toMatchObject({ error: 'SHOW_ERROR_TIP' })
    expect(await refundOf(id)).toMatchObject({ state: 'waiting', attempt: 2 })
    expect(await paidBack()).toEqual([])
  })

  it('is told by the log where a completed refund is completed again elsewhere', async () => {
    const id = await owe()
    await toPerson(id)
    await decide(id, 'provider')
    await applyStatus('refunded', `${outTradeNo}r1n2`)
    lines = []
    await applyStatus('refunded', `${outTradeNo}r1n2`)
    expect(lines).toEqual([])
    await applyStatus('refunded')
    expect(lines).toEqual([expect.stringContaining('refund completed twice')])
  })

  it('is told so by a decision that finds two completed numbers', async () => {
    const id = await owe()
    await toPerson(id)
    await decide(id, 'provider')
    await applyStatus('abnormal', `${outTradeNo}r1n2`)
    known = 'refunded'
    lines = []
    expect(await decide(id, 'balance')).toEqual({ isCompleted: true })
    expect(lines).toEqual([expect.stringContaining('refund completed twice')])
    expect(await paidBack()).toEqual([{ key: `refund:${id}:refunded`, cents: PAID_CENTS }])
  })

  it('is told so too where it went to the balance', async () => {
    const id = await owe()
    await toPerson(id)
    await decide(id, 'balance')
    lines = []
    await applyStatus('refunded')
    expect(lines).toEqual([expect.stringContaining('refund completed twice')])
    expect(await paidBack()).toEqual([{ key: `refund:${id}:balance`, cents: PAID_CENTS }])
  })

  it('holds the account while it pays into its balance, so that it cannot be erased meanwhile', async () => {
    const id = await owe()
    await toPerson(id)
    let decision: Promise<unknown> | undefined
    await db().transaction(async (tx) => {
      await lockOrder(tx, orderId)
      decision = decide(id, 'balance')
      await expect.poll(lockAccount).toBe(LOCK_NOT_AVAILABLE)
    })
    await decision
    expect(await lockAccount()).toBe('free')
    expect(await paidBack()).toEqual([{ key: `refund:${id}:balance`, cents: PAID_CENTS }])
  })
})
