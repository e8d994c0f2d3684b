import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { later, MINUTE_MS } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'
import { payments, refunds } from '../../tables/payments.ts'
import { move } from '../ledger/index.ts'
import { holdOrder, settleRefunded } from '../orders/index.ts'
import { REFUND_JOB, type WaitingRefund } from '../refunds/index.ts'
import type { PaymentDeps } from './deps.ts'
import { findRefund, lockPayment, sumRefunds } from './store.ts'

/** As the machine of payments says: a refund that takes so long is asked for again. */
const ASK_AGAIN_MS = 10 * MINUTE_MS
const ASKED_AT_ONCE = 64
const REASON = '订单退款'

/** Asks the provider to give money back. Asked twice, it gives it back once: the number of the refund says so. */
const askRefund = async (deps: PaymentDeps, refundId: number): Promise<'refunded' | 'waiting'> => {
  const { db } = deps.database
  const found = await findRefund(db, eq(refunds.id, refundId))
  if (found?.refund.state !== 'waiting') return 'refunded'
  const { refund, payment } = found
  const provider = deps.payments[payment.provider]
  if (!provider) throw new Error(`${payment.provider} is not set up, and owes refund ${refundId}`)
  await db.update(refunds).set({ askedAt: deps.clock.now() }).where(eq(refunds.id, refundId))
  const truth = await provider.refund({
    outTradeNo: payment.outTradeNo,
    outRefundNo: refund.outRefundNo,
    amountCents: refund.amountCents,
    totalCents: payment.amountCents,
    reason: REASON,
  })
  if (truth === 'refunded') await confirmRefund(deps)(payment.provider, refund.outRefundNo)
  return truth
}

/** The provider says that money is back with its buyer: entries, refund, payment and order in one transaction, once. */
export const confirmRefund =
  (deps: PaymentDeps) =>
  (provider: 'alipay' | 'wechat', outRefundNo: string): Promise<void> =>
    deps.database.db.transaction(async (tx) => {
      const found = await findRefund(tx, eq(refunds.outRefundNo, outRefundNo))
      if (found?.payment.provider !== provider) return
      const { orderId, paymentId, amountCents, deviceId } = found.refund
      await holdOrder(tx, orderId)
      const payment = await lockPayment(tx, paymentId)
      const now = deps.clock.now()
      const [refunded] = await tx
        .update(refunds)
        .set({ state: 'refunded', refundedAt: now })
        .where(and(eq(refunds.id, found.refund.id), eq(refunds.state, 'waiting')))
        .returning()
      if (!refunded) return
      const movement = {
        reason: 'orderRefund',
        from: { kind: 'refunds' },
        to: { kind: provider },
        amountCents,
      } as const
      const about = { orderId, ...(deviceId !== null && { deviceId }) }
      await move(tx, { key: `refund:${refunded.id}:refunded`, ...movement, ...about }, now)
      const { waiting, cents } = await sumRefunds(tx, paymentId)
      if (waiting === 0 && cents === payment.amountCents) {
        await tx.update(payments).set({ state: 'refunded' }).where(eq(payments.id, paymentId))
      }
      await settleRefunded(tx, deps, orderId, now)
    })

/** Brings money back as soon as it is owed. */
export const refundJob = (deps: PaymentDeps): Job<WaitingRefund> => ({
  ...REFUND_JOB,
  heartbeatSeconds: 30,
  retryLimit: 60,
  retryDelayMaxSeconds: 60,
  isDeadLettered: true,
  concurrency: 4,
  run: async ({ refundId }) => {
    if ((await askRefund(deps, refundId)) === 'waiting' && (await isFresh(deps, refundId)))
      throw new Error(`refund ${refundId} is under way`)
  },
})

/** One that the provider takes its time for is left to `askRefunds`. */
const isFresh = async ({ database: { db }, clock }: PaymentDeps, refundId: number): Promise<boolean> => {
  const since = later(clock.now(), -ASK_AGAIN_MS)
  return (await db.$count(refunds, and(eq(refunds.id, refundId), gt(refunds.createdAt, since)))) > 0
}

/** Those that take long are asked for again, for as long as it takes. */
export const askRefunds = (deps: PaymentDeps) => async (): Promise<void> => {
  const since = later(deps.clock.now(), -ASK_AGAIN_MS)
  const lastWord = sql`coalesce(${refunds.askedAt}, ${refunds.createdAt})`
  const due = await deps.database.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, 'waiting'), lte(lastWord, since)))
    .orderBy(lastWord)
    .limit(ASKED_AT_ONCE)
  for (const { id: refundId } of due) {
    await askRefund(deps, refundId).catch((error: unknown) =>
      deps.log.error({ err: error, refundId }, 'a refund is owed'),
    )
  }
}
