import { eq, sum } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { payments, refunds } from '../../../tables/payments.ts'

export interface RefundDeps {
  readonly jobs: () => Pick<Jobs, 'add'>
}

/** A part of what an order cost. */
export interface RefundPart {
  /** The same for every telling of the same thing: `order:12:device:7:refund`. */
  readonly key: string
  readonly amountCents: number
  readonly deviceId?: number
}

export interface RefundJobData {
  readonly refundId: number
}

export const REFUND_JOB = { name: 'payment.refund' } as const

type PaymentRow = typeof payments.$inferSelect

/** Writes down that a provider owes a part of a payment to its buyer. The same part twice is one; more than came never goes. */
export const addProviderRefund = async (
  tx: Tx,
  { jobs }: RefundDeps,
  { id: paymentId, orderId, outTradeNo, amountCents: paidCents }: PaymentRow,
  { key, amountCents, deviceId }: RefundPart,
  now: Date,
): Promise<void> => {
  const earlier = await tx.select({ key: refunds.key }).from(refunds).where(eq(refunds.paymentId, paymentId))
  if (earlier.some((refund) => refund.key === key)) return
  const goingCents = (await sumRefundedCents(tx, paymentId)) + amountCents
  if (goingCents > paidCents) throw new Error(`payment ${paymentId} would pay back more than came`)
  const [refund] = await tx
    .insert(refunds)
    .values({
      paymentId,
      orderId,
      key,
      outRefundNo: `${outTradeNo}r${earlier.length + 1}`,
      amountCents,
      deviceId,
      createdAt: now,
      askAt: now,
    })
    .returning()
  if (!refund) throw new Error('a refund was not written')
  if (goingCents === paidCents) {
    await tx.update(payments).set({ state: 'refunding' }).where(eq(payments.id, paymentId))
  }
  await jobs().add<RefundJobData>(tx, REFUND_JOB, { refundId: refund.id })
}

const sumRefundedCents = async (tx: Tx, paymentId: number): Promise<number> => {
  const [row] = await tx
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return row?.cents ?? 0
}
