import type { Tx } from '../../../platform/database.ts'
import { applyRefundToInvoice } from '../invoices/index.ts'
import type { RefundDeps } from './deps.ts'
import { insertRefund, listRefundKeys, type PaymentRow, setPaymentState, sumRefundCents } from './store.ts'

/** An amount of an order that goes back to its buyer. */
export interface RefundPart {
  /** Idempotency key, the same for every attempt: `order:12:device:7:refund`. */
  readonly key: string
  readonly amountCents: number
  readonly deviceId?: number
}

export interface RefundJobData {
  readonly refundId: number
}

export const REFUND_JOB = { name: 'payment.refund' } as const

/**
 * Adds a refund that the provider carries out later, once for each key. The caller has locked the payment; a sum above its
 * amount throws.
 */
export const addProviderRefund = async (
  tx: Tx,
  { jobs }: RefundDeps,
  { id: paymentId, orderId, outTradeNo, amountCents: paidCents, isSettling }: PaymentRow,
  { key, amountCents, deviceId }: RefundPart,
  now: Date,
): Promise<void> => {
  const keys = await listRefundKeys(tx, paymentId)
  if (keys.includes(key)) return
  const totalCents = (await sumRefundCents(tx, paymentId)) + amountCents
  if (totalCents > paidCents) throw new Error(`payment ${paymentId} would pay back more than came`)
  const outRefundNo = `${outTradeNo}r${keys.length + 1}`
  const refund = await insertRefund(tx, {
    paymentId,
    orderId,
    key,
    outRefundNo,
    amountCents,
    deviceId,
    createdAt: now,
    askAt: now,
  })
  if (totalCents === paidCents) await setPaymentState(tx, paymentId, 'refunding')
  // Money beyond the payment that settled the order was never invoiced.
  if (isSettling) await applyRefundToInvoice(tx, orderId, now)
  await jobs.add<RefundJobData>(tx, REFUND_JOB, { refundId: refund.id })
}
