import type { Tx } from '../../../platform/database.ts'
import type { ProviderName, RefundStatus } from '../../../platform/payments.ts'
import { type LedgerTransfer, transfer } from '../ledger/index.ts'
import { lockOrder, settleRefundedOrder } from '../orders/index.ts'
import { REFUND_JOB, type RefundJobData } from './add-refund.ts'
import type { ProviderRefundDeps } from './deps.ts'
import {
  findRefundByNumber,
  findRefundByOldNumber,
  findSettledNumber,
  lockPaymentOfRefund,
  markRefundCompleted,
  markRefundManual,
  type RefundRow,
  renumberRefund,
  setPaymentState,
  summarizeRefunds,
} from './store.ts'

/** Numbers that are tried automatically; a person may have further ones tried. */
const MAX_ATTEMPTS = 3

/** Applies a refund's status from a notice or a query. Unknown numbers change nothing. */
export const applyRefundStatus =
  (deps: ProviderRefundDeps) =>
  async (provider: ProviderName, outRefundNo: string, status: RefundStatus): Promise<void> => {
    const { db } = deps.database
    const found =
      (await findRefundByNumber(db, outRefundNo)) ??
      (status === 'refunded' ? await findRefundByOldNumber(db, outRefundNo) : undefined)
    if (found?.payment.provider !== provider) return
    const { refund } = found
    if (status === 'refunded') {
      const isSettled = await db.transaction((tx) => settleByProvider(tx, deps, refund, provider, outRefundNo))
      return isSettled ? undefined : reportSecondRefund(deps, refund, outRefundNo)
    }
    if (status === 'abnormal') return escalateRefund(deps, refund, 'abnormal')
    if (status === 'closed' && refund.attempt >= MAX_ATTEMPTS) return escalateRefund(deps, refund, 'closed')
    if (status === 'closed') await db.transaction((tx) => retryWithNewNumber(tx, deps, refund))
  }

export const settleByProvider = (
  tx: Tx,
  deps: ProviderRefundDeps,
  refund: RefundRow,
  kind: ProviderName,
  settledNumber: string,
): Promise<boolean> =>
  settleRefund(tx, deps, refund, { to: { kind }, key: `refund:${refund.id}:refunded`, settledNumber })

export const settleToBalance = (
  tx: Tx,
  deps: ProviderRefundDeps,
  refund: RefundRow,
  userId: number,
): Promise<boolean> =>
  settleRefund(tx, deps, refund, {
    to: { userId, kind: 'balance' },
    key: `refund:${refund.id}:balance`,
    settledNumber: '',
  })

/** Money went back twice where the refund was completed under another number, or to the balance. */
export const reportSecondRefund = async (
  { database: { db }, log }: ProviderRefundDeps,
  { id, orderId, amountCents }: RefundRow,
  outRefundNo: string,
): Promise<void> => {
  const settledNumber = await findSettledNumber(db, id)
  if (settledNumber === null || settledNumber === outRefundNo) return
  log.error({ refundId: id, orderId, amountCents, outRefundNo, settledNumber }, 'refund completed twice')
}

interface Settlement {
  readonly to: LedgerTransfer['to']
  readonly key: string
  readonly settledNumber: string
}

/** Books a completed refund, once: ledger entry, refund, payment and order. False when it was completed before. */
const settleRefund = async (
  tx: Tx,
  deps: ProviderRefundDeps,
  { id, orderId }: RefundRow,
  { to, key, settledNumber }: Settlement,
): Promise<boolean> => {
  const order = await lockOrder(tx, orderId)
  const now = deps.clock.now()
  const refunded = await markRefundCompleted(tx, id, settledNumber, now)
  if (!refunded) return false
  const { paymentId, amountCents, deviceId } = refunded
  const payment = await lockPaymentOfRefund(tx, refunded)
  const about = { orderId, ...(deviceId !== null && { deviceId }) }
  await transfer(tx, { key, reason: 'orderRefund', from: { kind: 'refunds' }, to, amountCents, ...about }, now)
  const { open, cents } = await summarizeRefunds(tx, paymentId)
  if (open === 0 && cents === payment.amountCents) await setPaymentState(tx, paymentId, 'refunded')
  await settleRefundedOrder(tx, deps, order, now)
  return true
}

/** Requests a refund under a new number. The provider has closed the old one, or was asked about it and has not completed it. */
export const retryWithNewNumber = async (tx: Tx, deps: ProviderRefundDeps, refund: RefundRow): Promise<void> => {
  if (!(await renumberRefund(tx, refund, deps.clock.now()))) return
  await deps.jobs.add<RefundJobData>(tx, REFUND_JOB, { refundId: refund.id })
}

/** Leaves a refund to a person's decision. */
export const escalateRefund = async (
  { database: { db }, log }: ProviderRefundDeps,
  { id, orderId, amountCents }: RefundRow,
  failure: string,
): Promise<void> => {
  if (await markRefundManual(db, id, failure)) {
    log.error({ refundId: id, orderId, amountCents, failure }, 'refund failed, manual action required')
  }
}
