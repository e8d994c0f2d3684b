import { randomBytes } from 'node:crypto'
import type { PayScene } from '@yunji/contract/commerce/payment/enums'
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { ProviderName } from '../../../platform/payments.ts'
import { prepared, type Tx } from '../../../platform/transaction.ts'
import { wechatAccounts } from '../../../tables/identity.ts'
import { orders } from '../../../tables/orders.ts'
import { payments } from '../../../tables/payments.ts'
import type { LockedOrder } from '../orders/index.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Providers refuse payments that expire within a minute. */
const MIN_LIFETIME_MS = 2 * MINUTE_MS

/** Names the order in the provider's records, and cannot be guessed. */
const newNumber = (orderId: number, provider: ProviderName): string =>
  `yj${orderId}${provider[0]}${randomBytes(5).toString('hex')}`

/** The waiting payment of this provider and scene, or a new one. */
export const findOrAddPayment = async (
  tx: Tx,
  { id: orderId, payableCents: amountCents, expiresAt }: LockedOrder,
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

export const findPayment = async (db: Db | Tx, paymentId: number): Promise<PaymentRow | undefined> => {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId))
  return payment
}

/** By our number. */
export const findPaymentByNumber = async (
  tx: Tx,
  provider: ProviderName,
  outTradeNo: string,
): Promise<PaymentRow | undefined> => {
  const [payment] = await byNumber(tx).execute({ provider, outTradeNo })
  return payment
}

/** By the provider's transaction id. */
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

/** The caller has locked the payment. */
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

/** The pause between two queries is this share of the payment's age, at most an hour: 800 queries a month. */
const PAUSE_SHARE = 30
const LONGEST_PAUSE_SECONDS = HOUR_MS / 1000
const hasPaused = (now: Date) =>
  sql`${lastQueriedAt} + least((${lastQueriedAt} - ${payments.createdAt}) / ${sql.raw(String(PAUSE_SHARE))},
    make_interval(secs => ${LONGEST_PAUSE_SECONDS})) <= ${now}::timestamptz`

/** Waiting payments that were not queried within `sinceMs`, those first that have waited longest; after `last` when given. */
export const listWaitingPayments = (
  db: Db,
  { now, sinceMs, limit }: PaymentClaim,
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

interface PaymentClaim {
  readonly now: Date
  readonly sinceMs: number
  readonly limit: number
}

/** Claims waiting payments that were not queried within `sinceMs`, so that one process queries each. */
const claimWhere = async (tx: Tx, condition: SQL, { now, sinceMs, limit }: PaymentClaim): Promise<PaymentRow[]> => {
  const due = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, 'waiting'), lte(lastQueriedAt, later(now, -sinceMs)), condition))
    .orderBy(lastQueriedAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  return tx.update(payments).set({ askedAt: now }).where(inArray(payments.id, ids)).returning()
}

export const claimPayments = (tx: Tx, ids: readonly number[], claim: PaymentClaim): Promise<PaymentRow[]> =>
  claimWhere(tx, inArray(payments.id, [...ids]), claim)

export const claimPaymentsOfOrder = (tx: Tx, orderId: number, claim: PaymentClaim): Promise<PaymentRow[]> =>
  claimWhere(tx, eq(payments.orderId, orderId), claim)

/** Those of the orders that are pending. */
export const listPendingOrderIds = async (db: Db, orderIds: readonly number[]): Promise<number[]> => {
  const isPending = and(inArray(orders.id, [...orderIds]), eq(orders.state, 'pending'))
  const rows = await db.select({ id: orders.id }).from(orders).where(isPending)
  return rows.map(({ id }) => id)
}

/** Closes a waiting payment. Money that arrives all the same is still booked by `confirmPayment`. */
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
