import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Job } from '../../../platform/jobs.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { ProviderName, RefundStatus } from '../../../platform/payments.ts'
import { payments, refundNumbers, refunds } from '../../../tables/payments.ts'
import { type Transfer, transfer } from '../ledger/index.ts'
import { lockOrder, settleRefundedOrder } from '../orders/index.ts'
import { REFUND_JOB, type RefundJobData } from '../refunds/index.ts'
import type { PaymentDeps } from './deps.ts'
import { findRefund, lockPayment, type RefundRow, sumRefunds } from './store.ts'

/** Between two questions about one refund, doubled each time. */
const FIRST_RETRY_MS = MINUTE_MS
const LONGEST_RETRY_MS = 6 * HOUR_MS
/** No provider takes longer for a refund that succeeds: banks take three working days. */
const ESCALATE_AFTER_MS = 7 * DAY_MS
/** Numbers that are tried by themselves; a person may have further ones tried. */
const MAX_ATTEMPTS = 3
const PAGE_SIZE = 64
/** Questions to a provider at the same time. */
const CONCURRENCY = 16
const REASON = '订单退款'

/**
 * Asks the provider to give money back, if that is due and nobody else has just done so. Asked twice under one number, it
 * gives it back once.
 */
const requestRefund = async (deps: PaymentDeps, refundId: number): Promise<void> => {
  const { db } = deps.database
  const now = deps.clock.now()
  const isDue = and(eq(refunds.id, refundId), eq(refunds.state, 'waiting'), lte(refunds.askAt, now))
  const found = await findRefund(db, isDue)
  if (!found) return
  const { refund, payment } = found
  const askAt = later(now, Math.min(FIRST_RETRY_MS * 2 ** refund.asks, LONGEST_RETRY_MS))
  const claimed = await db
    .update(refunds)
    .set({ askedAt: now, asks: refund.asks + 1, askAt })
    .where(isDue)
    .returning({ id: refunds.id })
  if (claimed.length === 0) return
  if (later(refund.createdAt, ESCALATE_AFTER_MS) <= now) return escalateRefund(deps, refund, 'not completed in time')
  const provider = deps.payments[payment.provider]
  if (!provider) throw new Error(`${payment.provider} is not set up`)
  const truth = await provider.refund({
    outTradeNo: payment.outTradeNo,
    outRefundNo: refund.outRefundNo,
    amountCents: refund.amountCents,
    totalCents: payment.amountCents,
    reason: REASON,
  })
  await applyRefundStatus(deps)(payment.provider, refund.outRefundNo, truth)
}

/** What the provider says of a refund, asked or in a notice. Numbers that are not ours change nothing. */
export const applyRefundStatus =
  (deps: PaymentDeps) =>
  async (provider: ProviderName, outRefundNo: string, truth: RefundStatus): Promise<void> => {
    const { db } = deps.database
    const givenUp = db
      .select({ id: refundNumbers.refundId })
      .from(refundNumbers)
      .where(eq(refundNumbers.outRefundNo, outRefundNo))
    const found =
      (await findRefund(db, eq(refunds.outRefundNo, outRefundNo))) ??
      (truth === 'refunded' ? await findRefund(db, inArray(refunds.id, givenUp)) : undefined)
    if (found?.payment.provider !== provider) return
    const { refund } = found
    if (truth === 'refunded') return settleRefund(deps, refund, { kind: provider }, `refund:${refund.id}:refunded`)
    if (truth === 'abnormal') return escalateRefund(deps, refund, 'abnormal')
    if (truth === 'closed' && refund.attempt >= MAX_ATTEMPTS) return escalateRefund(deps, refund, 'closed')
    if (truth === 'closed') await db.transaction((tx) => retryWithNewNumber(tx, deps, refund))
  }

/** The money is back with its buyer: entries, refund, payment and order in one transaction, once. */
const settleRefund = (deps: PaymentDeps, { id, orderId }: RefundRow, to: Transfer['to'], key: string): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const now = deps.clock.now()
    const [refunded] = await tx
      .update(refunds)
      .set({ state: 'refunded', refundedAt: now, askAt: null })
      .where(and(eq(refunds.id, id), inArray(refunds.state, ['waiting', 'manual'])))
      .returning()
    if (!refunded) return
    const { paymentId, amountCents, deviceId } = refunded
    const payment = await lockPayment(tx, paymentId)
    const about = { orderId, ...(deviceId !== null && { deviceId }) }
    await transfer(tx, { key, reason: 'orderRefund', from: { kind: 'refunds' }, to, amountCents, ...about }, now)
    const { waiting, cents } = await sumRefunds(tx, paymentId)
    if (waiting === 0 && cents === payment.amountCents) {
      await tx.update(payments).set({ state: 'refunded' }).where(eq(payments.id, paymentId))
    }
    await settleRefundedOrder(tx, deps, orderId, now)
  })

/** The provider has given this number up for good, so that another one cannot pay twice. */
const retryWithNewNumber = async (
  tx: Tx,
  deps: PaymentDeps,
  { id, outRefundNo, attempt }: RefundRow,
): Promise<void> => {
  const next = attempt + 1
  const [renumbered] = await tx
    .update(refunds)
    .set({
      state: 'waiting',
      outRefundNo: `${outRefundNo.replace(/n\d+$/, '')}n${next}`,
      attempt: next,
      asks: 0,
      askAt: deps.clock.now(),
      failure: null,
    })
    .where(and(eq(refunds.id, id), eq(refunds.outRefundNo, outRefundNo), inArray(refunds.state, ['waiting', 'manual'])))
    .returning()
  if (!renumbered) return
  await tx.insert(refundNumbers).values({ outRefundNo, refundId: id })
  await deps.jobs().add<RefundJobData>(tx, REFUND_JOB, { refundId: id })
}

const escalateRefund = async (deps: PaymentDeps, { id, orderId, amountCents }: RefundRow, failure: string) => {
  const [handed] = await deps.database.db
    .update(refunds)
    .set({ state: 'manual', failure, askAt: null })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'waiting')))
    .returning()
  if (handed) deps.log.error({ refundId: id, orderId, amountCents, failure }, 'refund needs a person')
}

/** Asks as soon as money is owed. Whatever comes of it, the periodic job asks again when it is due. */
export const refundJob = (deps: PaymentDeps): Job<RefundJobData> => ({
  ...REFUND_JOB,
  heartbeatSeconds: 30,
  retryLimit: 60,
  retryDelayMaxSeconds: 60,
  isDeadLettered: true,
  concurrency: 4,
  run: async ({ refundId }) => {
    await forEachRow(refundWork(deps), [{ id: refundId }], ({ id }) => requestRefund(deps, id))
  },
})

const refundWork = ({ log }: PaymentDeps) => ({
  job: 'refunds',
  log,
  fields: ({ id: refundId }: Pick<RefundRow, 'id'>) => ({ refundId }),
})

type DueRefund = Pick<RefundRow, 'id' | 'askAt'>

/** Refunds whose next question is due. */
export const requestDueRefunds = (deps: PaymentDeps) => {
  const work = { ...refundWork(deps), backoff: createBackoff(deps.clock), concurrency: CONCURRENCY }
  return async (): Promise<void> => {
    const now = deps.clock.now()
    const due = readPages<DueRefund>(PAGE_SIZE, (after, limit) => listDueRefunds(deps, now, limit, after))
    await forEachRow(work, due, ({ id }) => requestRefund(deps, id))
  }
}

const listDueRefunds = (
  { database: { db } }: PaymentDeps,
  now: Date,
  limit: number,
  last: DueRefund | undefined,
): Promise<DueRefund[]> =>
  db
    .select({ id: refunds.id, askAt: refunds.askAt })
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'waiting'),
        lte(refunds.askAt, now),
        last && sql`(${refunds.askAt}, ${refunds.id}) > (${last.askAt}::timestamptz, ${last.id}::bigint)`,
      ),
    )
    .orderBy(asc(refunds.askAt), asc(refunds.id))
    .limit(limit)

const isManual = eq(refunds.state, 'manual')

/** Refunds that a person decides about, oldest first. */
export const getFailedRefunds =
  ({ database: { db } }: PaymentDeps) =>
  async ({ page, rows }: { page: number; rows: number }) => {
    const [found, total] = await Promise.all([
      db
        .select({ refund: refunds, payment: payments })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .where(isManual)
        .orderBy(asc(refunds.id))
        .limit(rows)
        .offset((page - 1) * rows),
      db.$count(refunds, isManual),
    ])
    const records = found.map(({ refund, payment }) => ({
      refundId: refund.id,
      orderId: refund.orderId,
      provider: payment.provider,
      outTradeNo: payment.outTradeNo,
      outRefundNo: refund.outRefundNo,
      amountCents: refund.amountCents,
      failure: refund.failure ?? '',
      createdAt: refund.createdAt.getTime(),
    }))
    return pageOf(records, page, rows, total)
  }

/** For whoever watches that money goes back. */
export const addRefundGauge = (registry: Registry, { database: { db } }: Pick<PaymentDeps, 'database'>): void => {
  const gauge = new Gauge({
    name: 'yunji_refunds_manual',
    help: 'Refunds that the provider does not complete and a person must decide about',
    registers: [registry],
    collect: async () => {
      // Without the database, what was counted last is shown beside the other figures.
      const count = await db.$count(refunds, isManual).catch(() => undefined)
      if (count !== undefined) gauge.set(count)
    },
  })
}

/** A new number at the provider, or the buyer's balance. */
export const decideRefund =
  (deps: PaymentDeps) =>
  async (refundId: number, way: 'provider' | 'balance'): Promise<void> => {
    const { db } = deps.database
    const found = await findRefund(db, sql`${eq(refunds.id, refundId)} and ${isManual}`)
    if (!found) throw new AppError('NOT_FOUND')
    const { refund } = found
    if (way === 'provider') return db.transaction((tx) => retryWithNewNumber(tx, deps, refund))
    const { userId } = await db.transaction((tx) => lockOrder(tx, refund.orderId))
    await settleRefund(deps, refund, { userId, kind: 'balance' }, `refund:${refundId}:balance`)
  }
