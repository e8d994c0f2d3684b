import { and, asc, eq, inArray, lte, type SQL, sql, sum } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { payments, refundNumbers, refunds } from '../../../tables/payments.ts'

export type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect

/** The payment that paid an order; payments beyond the first one are not it. */
export const lockSettlingPayment = async (tx: Tx, orderId: number): Promise<PaymentRow | undefined> => {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), payments.isSettling))
    .for('update')
  return payment
}

export const lockPaymentOfRefund = async (tx: Tx, { paymentId }: RefundRow): Promise<PaymentRow> => {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  if (!payment) throw new Error(`there is no payment ${paymentId}`)
  return payment
}

export const setPaymentState = async (tx: Tx, paymentId: number, state: 'refunding' | 'refunded'): Promise<void> => {
  await tx.update(payments).set({ state }).where(eq(payments.id, paymentId))
}

export const listRefundKeys = async (tx: Tx, paymentId: number): Promise<string[]> => {
  const rows = await tx.select({ key: refunds.key }).from(refunds).where(eq(refunds.paymentId, paymentId))
  return rows.map(({ key }) => key)
}

/** Sum of a payment's refunds, open ones too. */
export const sumRefundCents = async (tx: Tx, paymentId: number): Promise<number> => {
  const [row] = await tx
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return row?.cents ?? 0
}

export const insertRefund = async (tx: Tx, refund: typeof refunds.$inferInsert): Promise<RefundRow> => {
  const [inserted] = await tx.insert(refunds).values(refund).returning()
  if (!inserted) throw new Error('a refund was not written')
  return inserted
}

const findRefundWhere = async (db: Db | Tx, condition: SQL | undefined) => {
  const [found] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(condition)
  return found
}

const isDue = (refundId: number, now: Date) =>
  and(eq(refunds.id, refundId), eq(refunds.state, 'waiting'), lte(refunds.askAt, now))

export const findDueRefund = (db: Db, refundId: number, now: Date) => findRefundWhere(db, isDue(refundId, now))

/** Schedules the next request; false when another process has just done so. */
export const claimDueRefund = async (db: Db, { id, asks }: RefundRow, now: Date, askAt: Date): Promise<boolean> => {
  const claimed = await db
    .update(refunds)
    .set({ askedAt: now, asks: asks + 1, askAt })
    .where(isDue(id, now))
    .returning({ id: refunds.id })
  return claimed.length > 0
}

export const findRefundByNumber = (db: Db, outRefundNo: string) =>
  findRefundWhere(db, eq(refunds.outRefundNo, outRefundNo))

/** The refund that was requested under this number before it got another one. */
export const findRefundByOldNumber = (db: Db, outRefundNo: string) => {
  const withOldNumber = db
    .select({ id: refundNumbers.refundId })
    .from(refundNumbers)
    .where(eq(refundNumbers.outRefundNo, outRefundNo))
  return findRefundWhere(db, inArray(refunds.id, withOldNumber))
}

/** Numbers of a refund that were given up; the provider may still complete one of them. */
export const listOldNumbers = async (db: Db, refundId: number): Promise<string[]> => {
  const { outRefundNo } = refundNumbers
  const rows = await db.select({ outRefundNo }).from(refundNumbers).where(eq(refundNumbers.refundId, refundId))
  return rows.map((row) => row.outRefundNo)
}

const isManual = eq(refunds.state, 'manual')

export const findManualRefund = (db: Db, refundId: number) =>
  findRefundWhere(db, sql`${eq(refunds.id, refundId)} and ${isManual}`)

/** Locks a refund that still waits for a person under the number that was read; false when it does not. */
export const lockManualRefund = async (tx: Tx, { id, outRefundNo }: RefundRow): Promise<boolean> => {
  const isSame = and(eq(refunds.id, id), eq(refunds.outRefundNo, outRefundNo), isManual)
  const locked = await tx.select({ id: refunds.id }).from(refunds).where(isSame).for('update')
  return locked.length > 0
}

export const findSettledNumber = async (db: Db, refundId: number): Promise<string | null> => {
  const [row] = await db.select({ settledNumber: refunds.settledNumber }).from(refunds).where(eq(refunds.id, refundId))
  return row?.settledNumber ?? null
}

/** State of a refund for the audit log. */
export const findRefund = async (tx: Tx, refundId: number) => {
  const { orderId, state, amountCents, attempt } = refunds
  const [row] = await tx.select({ orderId, state, amountCents, attempt }).from(refunds).where(eq(refunds.id, refundId))
  return row
}

export const countManualRefunds = (db: Db): Promise<number> => db.$count(refunds, isManual)

/** One page of the refunds that a person must decide about, oldest first, and the number of all of them. */
export const listManualRefunds = (db: Db, { page, rows }: { page: number; rows: number }) =>
  Promise.all([
    db
      .select({ refund: refunds, payment: payments })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(isManual)
      .orderBy(asc(refunds.id))
      .limit(rows)
      .offset((page - 1) * rows),
    countManualRefunds(db),
  ])

export type DueRefund = Pick<RefundRow, 'id' | 'askAt'>

/** Waiting refunds whose next request is due, those first that have been due longest. */
export const listDueRefunds = (db: Db, now: Date, limit: number, last: DueRefund | undefined): Promise<DueRefund[]> =>
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

/** Undefined when the refund is completed already. */
export const markRefundCompleted = async (
  tx: Tx,
  refundId: number,
  settledNumber: string,
  now: Date,
): Promise<RefundRow | undefined> => {
  const [refunded] = await tx
    .update(refunds)
    .set({ state: 'refunded', refundedAt: now, askAt: null, settledNumber })
    .where(and(eq(refunds.id, refundId), inArray(refunds.state, ['waiting', 'manual'])))
    .returning()
  return refunded
}

/** False when the refund is not waiting any more. */
export const markRefundManual = async (db: Db, refundId: number, failure: string): Promise<boolean> => {
  const marked = await db
    .update(refunds)
    .set({ state: 'manual', failure, askAt: null })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'waiting')))
    .returning()
  return marked.length > 0
}

/** Gives a refund its next number and keeps the old one; false when it has another number or is completed. */
export const renumberRefund = async (tx: Tx, { id, outRefundNo, attempt }: RefundRow, now: Date): Promise<boolean> => {
  const next = attempt + 1
  const renumbered = await tx
    .update(refunds)
    .set({
      state: 'waiting',
      outRefundNo: `${outRefundNo.replace(/n\d+$/, '')}n${next}`,
      attempt: next,
      asks: 0,
      askAt: now,
      numberedAt: now,
      failure: null,
    })
    .where(and(eq(refunds.id, id), eq(refunds.outRefundNo, outRefundNo), inArray(refunds.state, ['waiting', 'manual'])))
    .returning()
  if (renumbered.length === 0) return false
  await tx.insert(refundNumbers).values({ outRefundNo, refundId: id })
  return true
}

/** Number of a payment's open refunds, and the sum of all its refunds. */
export const summarizeRefunds = async (tx: Tx, paymentId: number): Promise<{ open: number; cents: number }> => {
  const [row] = await tx
    .select({
      open: sql`count(*) filter (where ${refunds.state} <> 'refunded')`.mapWith(Number),
      cents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number),
    })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return row ?? { open: 0, cents: 0 }
}
