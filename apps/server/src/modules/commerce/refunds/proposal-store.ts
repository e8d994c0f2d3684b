import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql, sum } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { users } from '../../../tables/identity.ts'
import { ledgerAccounts, ledgerEntries } from '../../../tables/ledger.ts'
import { orders } from '../../../tables/orders.ts'
import { payments, refundProposals, refunds } from '../../../tables/payments.ts'
import type { OrderRow } from '../orders/index.ts'

/** An order of anybody. */
export const findOrder = async (db: Db | Tx, orderId: number): Promise<OrderRow | undefined> => {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  return order
}

/** Keeps the account from being erased until the transaction ends. */
export const isErased = async (db: Db | Tx, userId: number): Promise<boolean> => {
  const [user] = await db.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId)).for('share')
  return user?.erasedAt !== null
}

export type ProposalRow = typeof refundProposals.$inferSelect

/** Part of an order's money that a device still carries. */
export interface RefundShare {
  readonly deviceId: number
  readonly paidCents: number
  /** Null: a purchase; otherwise the change of configuration that was paid. */
  readonly changeId: number | null
}

/** Shares of an order that were neither returned nor carried into a change. */
export const listRefundShares = async (db: Db | Tx, orderId: number): Promise<RefundShare[]> => {
  const bought = await db
    .select({ deviceId: orderDevices.deviceId, paidCents: orderDevices.paidCents, changeId: sql<null>`null` })
    .from(orderDevices)
    .where(
      and(
        eq(orderDevices.orderId, orderId),
        isNull(orderDevices.returnedAt),
        isNull(orderDevices.carriedAt),
        gt(orderDevices.paidCents, 0),
      ),
    )
    .orderBy(asc(orderDevices.deviceId))
  const changed = await db
    .select({ deviceId: deviceChanges.deviceId, paidCents: deviceChanges.paidCents, changeId: deviceChanges.id })
    .from(deviceChanges)
    .where(
      and(
        eq(deviceChanges.orderId, orderId),
        isNotNull(deviceChanges.startsAt),
        isNull(deviceChanges.carriedAt),
        gt(deviceChanges.paidCents, 0),
      ),
    )
    .orderBy(asc(deviceChanges.id))
  return [...bought, ...changed]
}

/** Whether a change of configuration runs on a device of the shares; the caller that refunds has locked the devices. */
export const hasRunningChange = async (db: Db | Tx, shares: readonly RefundShare[]): Promise<boolean> => {
  const deviceIds = shares.map(({ deviceId }) => deviceId)
  const isRunning = and(inArray(deviceChanges.deviceId, deviceIds), isNull(deviceChanges.endedAt))
  return (await db.$count(deviceChanges, isRunning)) > 0
}

export const setShareCents = async (
  tx: Tx,
  orderId: number,
  { deviceId, changeId }: RefundShare,
  paidCents: number,
): Promise<void> => {
  if (changeId !== null) await tx.update(deviceChanges).set({ paidCents }).where(eq(deviceChanges.id, changeId))
  else
    await tx
      .update(orderDevices)
      .set({ paidCents })
      .where(and(eq(orderDevices.orderId, orderId), eq(orderDevices.deviceId, deviceId)))
}

/** Refunds of the payment that paid an order, open ones too, and what went back to a wallet. */
export const sumOrderRefunds = async (db: Db | Tx, orderId: number): Promise<number> => {
  const [byProvider] = await db
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.orderId, orderId), payments.isSettling))
  if (byProvider?.cents) return byProvider.cents
  const [toWallet] = await db
    .select({ cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.toAccountId))
    .where(
      and(
        eq(ledgerEntries.orderId, orderId),
        eq(ledgerEntries.reason, 'orderRefund'),
        isNotNull(ledgerAccounts.userId),
      ),
    )
  return toWallet?.cents ?? 0
}

/** One proposal of an operator at a time, so that refunds at the same moment count each other. */
export const lockProposer = async (tx: Tx, name: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of ${name}`}, 0))`)
}

/** Sum of what an operator has refunded without a second one since then. */
export const sumRefundedAlone = async (db: Db | Tx, name: string, since: Date): Promise<number> => {
  const [row] = await db
    .select({ cents: sum(refundProposals.amountCents).mapWith(Number) })
    .from(refundProposals)
    .where(
      and(
        eq(refundProposals.state, 'done'),
        eq(refundProposals.proposerName, name),
        eq(refundProposals.deciderName, name),
        gt(refundProposals.proposedAt, since),
      ),
    )
  return row?.cents ?? 0
}

/** The caller has locked the order. */
export const hasWaitingProposal = async (tx: Tx | Db, orderId: number): Promise<boolean> =>
  (await tx.$count(refundProposals, and(eq(refundProposals.orderId, orderId), eq(refundProposals.state, 'waiting')))) >
  0

export const insertProposal = async (tx: Tx, proposal: typeof refundProposals.$inferInsert): Promise<ProposalRow> => {
  const [inserted] = await tx.insert(refundProposals).values(proposal).returning()
  if (!inserted) throw new Error('a refund was not written')
  return inserted
}

export const findProposal = async (db: Db | Tx, proposalId: number): Promise<ProposalRow | undefined> => {
  const [proposal] = await db.select().from(refundProposals).where(eq(refundProposals.id, proposalId))
  return proposal
}

/** False when it was decided meanwhile. */
export const markProposalDecided = async (
  tx: Tx,
  proposalId: number,
  decision: Pick<typeof refundProposals.$inferInsert, 'state' | 'deciderId' | 'deciderName' | 'decidedAt'>,
): Promise<boolean> => {
  const decided = await tx
    .update(refundProposals)
    .set(decision)
    .where(and(eq(refundProposals.id, proposalId), eq(refundProposals.state, 'waiting')))
    .returning({ id: refundProposals.id })
  return decided.length > 0
}

interface ProposalQuery {
  readonly page: number
  readonly rows: number
  readonly state?: ProposalRow['state'] | undefined
  readonly orderId?: number | undefined
}

/** One page, newest first, and the number of all of them. */
export const listProposals = (db: Db, { page, rows, state, orderId }: ProposalQuery) => {
  const isWanted = and(
    state && eq(refundProposals.state, state),
    orderId === undefined ? undefined : eq(refundProposals.orderId, orderId),
  )
  return Promise.all([
    db
      .select()
      .from(refundProposals)
      .where(isWanted)
      .orderBy(desc(refundProposals.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(refundProposals, isWanted),
  ])
}
