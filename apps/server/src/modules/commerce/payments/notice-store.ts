import type { NoticeOutcome } from '@yunji/contract/commerce/payment/operator-enums'
import { and, asc, desc, eq, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import type { ProviderName } from '../../../platform/payments.ts'
import { orders } from '../../../tables/orders.ts'
import { paymentNotices, payments, refunds } from '../../../tables/payments.ts'

export type NoticeRow = typeof paymentNotices.$inferSelect

type NewNotice = Pick<NoticeRow, 'provider' | 'about' | 'number' | 'transactionId' | 'amountCents'> & {
  readonly outcome: NoticeOutcome
  readonly reason?: string
  readonly times?: number
}

/** Adds a notice, or counts an equal one. */
export const addNotice = async (
  db: Db | Tx,
  { reason = '', times = 1, ...notice }: NewNotice,
  now: Date,
): Promise<void> => {
  await db
    .insert(paymentNotices)
    .values({ ...notice, reason: reason.slice(0, 100), times, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [
        paymentNotices.provider,
        paymentNotices.about,
        paymentNotices.number,
        paymentNotices.transactionId,
        paymentNotices.amountCents,
        paymentNotices.outcome,
        paymentNotices.reason,
      ],
      set: { times: sql`${paymentNotices.times} + ${times}`, lastAt: now },
    })
}

export const findNotice = async (db: Db | Tx, noticeId: number): Promise<NoticeRow | undefined> => {
  const [notice] = await db.select().from(paymentNotices).where(eq(paymentNotices.id, noticeId))
  return notice
}

const isOpen = and(
  eq(paymentNotices.outcome, 'refused'),
  ne(paymentNotices.about, 'unverified'),
  isNull(paymentNotices.closedAt),
)

/** False when it is closed already, or was never open. */
export const markNoticeClosed = async (tx: Tx, noticeId: number, closedBy: string, now: Date): Promise<boolean> => {
  const closed = await tx
    .update(paymentNotices)
    .set({ closedBy, closedAt: now })
    .where(and(eq(paymentNotices.id, noticeId), isOpen))
    .returning({ id: paymentNotices.id })
  return closed.length > 0
}

/** With the order of the payment or refund that the number names. */
const selectNotices = (db: Db, where: SQL | undefined) =>
  db
    .select({ notice: paymentNotices, orderId: sql<string | null>`coalesce(${payments.orderId}, ${refunds.orderId})` })
    .from(paymentNotices)
    .leftJoin(
      payments,
      and(eq(payments.provider, paymentNotices.provider), eq(payments.outTradeNo, paymentNotices.number)),
    )
    .leftJoin(refunds, and(eq(paymentNotices.about, 'refund'), eq(refunds.outRefundNo, paymentNotices.number)))
    .where(where)

export type FoundNotice = Awaited<ReturnType<typeof selectNotices>>[number]

interface NoticeQuery {
  readonly page: number
  readonly rows: number
  readonly provider?: ProviderName | undefined
  readonly outcome?: NoticeOutcome | 'open' | undefined
  readonly number?: string | undefined
}

/** One page, latest first, and the number of all of them. */
export const listNotices = (db: Db, { page, rows, provider, outcome, number }: NoticeQuery) => {
  const isWanted = and(
    provider && eq(paymentNotices.provider, provider),
    outcome === 'open' ? isOpen : outcome && eq(paymentNotices.outcome, outcome),
    number ? or(eq(paymentNotices.number, number), eq(paymentNotices.transactionId, number)) : undefined,
  )
  return Promise.all([
    selectNotices(db, isWanted)
      .orderBy(desc(paymentNotices.lastAt), desc(paymentNotices.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(paymentNotices, isWanted),
  ])
}

/** Refused notices that nobody has worked off, oldest first, and the number of all of them. */
export const listOpenNotices = (db: Db, limit: number) =>
  Promise.all([
    selectNotices(db, isOpen).orderBy(asc(paymentNotices.id)).limit(limit),
    db.$count(paymentNotices, isOpen),
  ])

/** Orders paid before then that are neither fulfilled nor refunded, oldest first, and the number of all of them. */
export const listUnfulfilled = (db: Db, paidBefore: Date, limit: number) => {
  const isUnfulfilled = and(eq(orders.state, 'paid'), lte(orders.paidAt, paidBefore))
  return Promise.all([
    db
      .select({ id: orders.id, title: orders.title, payableCents: orders.payableCents, paidAt: orders.paidAt })
      .from(orders)
      .where(isUnfulfilled)
      .orderBy(asc(orders.id))
      .limit(limit),
    db.$count(orders, isUnfulfilled),
  ])
}
