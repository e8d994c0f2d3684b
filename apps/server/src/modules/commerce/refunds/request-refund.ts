import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { Job } from '../../../platform/jobs.ts'
import { REFUND_JOB, type RefundJobData } from './add-refund.ts'
import type { ProviderRefundDeps } from './deps.ts'
import { applyRefundStatus, escalateRefund } from './settle-refund.ts'
import { claimDueRefund, type DueRefund, findDueRefund, listDueRefunds, type RefundRow } from './store.ts'

/** Between two requests of one refund, doubled each time. */
const FIRST_RETRY_MS = MINUTE_MS
const LONGEST_RETRY_MS = 6 * HOUR_MS
/** Since it has its number. No refund that succeeds takes longer: banks take three working days. */
const ESCALATE_AFTER_MS = 7 * DAY_MS
const PAGE_SIZE = 64
/** Simultaneous requests to a provider. */
const CONCURRENCY = 16
const REASON = '订单退款'

/**
 * Requests a refund from its provider, when that is due and no other process has just done so. Requests with the same
 * number refund once.
 */
const requestRefund = async (deps: ProviderRefundDeps, refundId: number): Promise<void> => {
  const { db } = deps.database
  const now = deps.clock.now()
  const found = await findDueRefund(db, refundId, now)
  if (!found) return
  const { refund, payment } = found
  const askAt = later(now, Math.min(FIRST_RETRY_MS * 2 ** refund.asks, LONGEST_RETRY_MS))
  if (!(await claimDueRefund(db, refund, now, askAt))) return
  const isLate = later(refund.numberedAt ?? refund.createdAt, ESCALATE_AFTER_MS) <= now
  // Each number is requested at least once.
  if (isLate && refund.asks > 0) return escalateRefund(deps, refund, 'not completed in time')
  const provider = deps.payments[payment.provider]
  if (!provider) throw new Error(`${payment.provider} is not set up`)
  const status = await provider.refund({
    outTradeNo: payment.outTradeNo,
    outRefundNo: refund.outRefundNo,
    amountCents: refund.amountCents,
    totalCents: payment.amountCents,
    reason: REASON,
  })
  await applyRefundStatus(deps)(payment.provider, refund.outRefundNo, status)
}

/** Requests a refund as soon as it is added; when that fails, the periodic job requests it again. */
export const refundJob = (deps: ProviderRefundDeps): Job<RefundJobData> => ({
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

const refundWork = ({ log }: ProviderRefundDeps) => ({
  job: 'refunds.request',
  log,
  fields: ({ id: refundId }: Pick<RefundRow, 'id'>) => ({ refundId }),
})

/** The periodic job. */
export const requestDueRefunds = (deps: ProviderRefundDeps) => {
  const work = { ...refundWork(deps), backoff: createBackoff(deps.clock), concurrency: CONCURRENCY }
  return async (): Promise<void> => {
    const now = deps.clock.now()
    const due = readPages<DueRefund>(PAGE_SIZE, (after, limit) => listDueRefunds(deps.database.db, now, limit, after))
    await forEachRow(work, due, ({ id }) => requestRefund(deps, id))
  }
}
