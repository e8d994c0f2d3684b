import { randomBytes } from 'node:crypto'
import type { PayScene } from '@yunji/contract/commerce/payment/enums'
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { ProviderName } from '../../../platform/payments.ts'
import { prepared, type Tx } from '../../../platform/transaction.ts'
import { wechatAccounts } from '../../../tables/identity.ts'
import type { orders } from '../../../tables/orders.ts'
import { payments, refunds } from '../../../tables/payments.ts'

export type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect

/** Providers take no shorter time than a minute for somebody to pay. */
const MIN_LIFETIME_MS = 2 * MINUTE_MS

/** Says whose it is to whoever looks at the provider's books, and cannot be guessed. */
const newNumber = (orderId: number, provider: ProviderName): string =>
  `yj${orderId}${provider[0]}${randomBytes(5).toString('hex')}`

/** The one attempt that is under way, or a new one. Whoever calls holds the order. */
export const findOrAddPayment = async (
  tx: Tx,
  { id: orderId, payableCents: amountCents, expiresAt }: typeof orders.$inferSelect,
  provider: ProviderName,
  scene: PayScene,
  now: Date,
): Promise<PaymentRow> => {
  const isSame = [eq(payments.orderId, orderId), eq(payments.provider, provider), eq(payments.scene, scene)]
  const [found] = await tx
    .select()
    .from(payments)
    .where(and(...isSame, eq(payments.state, 'waiting')))
  if (found) return found
  const least = later(now, MIN_LIFETIME_MS)
  const [added] = await tx
    .insert(payments)
    .values({
      orderId,
      provider,
      scene,
      outTradeNo: newNumber(orderId, provider),
      amountCents,
      createdAt: now,
      expiresAt: expiresAt > least ? expiresAt : least,
    })
    .returning()
  if (!added) throw new Error('a payment was not written')
  return added
}

const ofProvider = eq(payments.provider, sql.placeholder('provider'))
const byNumber = prepared((tx) =>
  tx
    .select()
    .from(payments)
    .where(and(ofProvider, eq(payments.outTradeNo, sql.placeholder('outTradeNo'))))
    .prepare('payment-by-number'),
)
const byTransaction = prepared((tx) =>
  tx
    .select()
    .from(payments)
    .where(and(ofProvider, eq(payments.transactionId, sql.placeholder('transactionId'))))
    .prepare('payment-by-transaction'),
)
const locking = prepared((tx) =>
  tx
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('paymentId')))
    .for('update')
    .prepare('payment-lock'),
)

/** By our name of it. */
export const findPaymentByNumber = async (
  tx: Tx,
  provider: ProviderName,
  outTradeNo: string,
): Promise<PaymentRow | undefined> => {
  const [payment] = await byNumber(tx).execute({ provider, outTradeNo })
  return payment
}

/** By the provider's name of its money. */
export const findPaymentByTransaction = async (
  tx: Tx,
  provider: ProviderName,
  transactionId: string,
): Promise<PaymentRow | undefined> => {
  const [payment] = await byTransaction(tx).execute({ provider, transactionId })
  return payment
}

export const lockPayment = async (tx: Tx, paymentId: number): Promise<PaymentRow> => {
  const [payment] = await locking(tx).execute({ paymentId })
  if (!payment) throw new Error(`there is no payment ${paymentId}`)
  return payment
}

const paying = prepared((tx) =>
  tx
    .update(payments)
    .set({
      state: 'paid',
      transactionId: sql`${sql.placeholder('transactionId')}`,
      paidAt: sql`${sql.placeholder('paidAt')}::timestamptz`,
      isSettling: sql`${sql.placeholder('isSettling')}::boolean`,
    })
    .where(eq(payments.id, sql.placeholder('paymentId')))
    .returning()
    .prepare('payment-pay'),
)

/** What the provider tells of it. Whoever calls holds the payment. */
export const markPaymentPaid = async (
  tx: Tx,
  paymentId: number,
  notice: Pick<PaymentRow, 'transactionId' | 'paidAt' | 'isSettling'>,
): Promise<PaymentRow> => {
  const [paid] = await paying(tx).execute({ paymentId, ...notice })
  if (!paid) throw new Error(`payment ${paymentId} was not written`)
  return paid
}

const lastQueriedAt = sql`coalesce(${payments.askedAt}, ${payments.createdAt})`

/** Pauses between two questions grow with the time that was asked in vain, up to an hour: a month makes 800 of them. */
const PAUSE_SHARE = 30
const LONGEST_PAUSE_SECONDS = HOUR_MS / 1000
const hasPaused = (now: Date) =>
  sql`${lastQueriedAt} + least((${lastQueriedAt} - ${payments.createdAt}) / ${sql.raw(String(PAUSE_SHARE))},
    make_interval(secs => ${LONGEST_PAUSE_SECONDS})) <= ${now}::timestamptz`

/** Waiting payments that nobody has asked about since, those first that have waited longest. */
export const listWaitingPayments = (
  db: Db,
  { now, sinceMs, limit }: { now: Date; sinceMs: number; limit: number },
  last: PaymentRow | undefined,
): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.state, 'waiting'),
        lte(lastQueriedAt, later(now, -sinceMs)),
        hasPaused(now),
        last &&
          sql`(${lastQueriedAt}, ${payments.id}) > (${last.askedAt ?? last.createdAt}::timestamptz, ${last.id}::bigint)`,
      ),
    )
    .orderBy(lastQueriedAt, asc(payments.id))
    .limit(limit)

/** Waiting payments that nobody has asked about since, given to one asker alone. */
export const claimWaitingPayments = async (
  db: Db,
  condition: SQL | undefined,
  { now, sinceMs, limit }: { now: Date; sinceMs: number; limit: number },
): Promise<PaymentRow[]> => {
  const since = later(now, -sinceMs)
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.state, 'waiting'), lte(lastQueriedAt, since), condition))
      .orderBy(lastQueriedAt)
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    return tx.update(payments).set({ askedAt: now }).where(inArray(payments.id, ids)).returning()
  })
}

/** Nobody can pay it any more. Money that turns out to have come all the same is still taken note of. */
export const markPaymentClosed = async (db: Db, paymentId: number): Promise<void> => {
  await db
    .update(payments)
    .set({ state: 'closed' })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'waiting')))
}

export const findOpenid = async (db: Db, userId: number, appId: string): Promise<string | undefined> => {
  const [account] = await db
    .select({ openid: wechatAccounts.openid })
    .from(wechatAccounts)
    .where(and(eq(wechatAccounts.userId, userId), eq(wechatAccounts.appId, appId)))
    .limit(1)
  return account?.openid
}

export const findRefund = async (db: Db | Tx, condition: SQL | undefined) => {
  const [found] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(condition)
  return found
}

/** What a payment still owes to its buyer, and what has gone back of it. */
export const sumRefunds = async (tx: Tx, paymentId: number) => {
  const [row] = await tx
    .select({
      waiting: sql`count(*) filter (where ${refunds.state} <> 'refunded')`.mapWith(Number),
      cents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number),
    })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return row ?? { waiting: 0, cents: 0 }
}
