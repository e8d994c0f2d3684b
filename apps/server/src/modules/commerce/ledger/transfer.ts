import type { EntryReason } from '@yunji/contract/commerce/wallet/schema'
import { and, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../../platform/errors.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import { ledgerAccounts, ledgerEntries } from '../../../tables/ledger.ts'
import { type Account, isUserAccount, openAccount } from './accounts.ts'

export interface Transfer {
  /** The same for every telling of the same thing: `order:12:paid`, `device:7:hour:3`. */
  readonly key: string
  readonly reason: EntryReason
  readonly from: Account
  readonly to: Account
  readonly amountCents: number
  readonly orderId?: number
  readonly deviceId?: number
}

type EntryRow = typeof ledgerEntries.$inferSelect

/**
 * Moves money once. What was moved before under the same key is left as it is; the key alone is the last line of defence,
 * so callers lock what the money is for before they come here. Too little in a user's account is refused (1015, 1025).
 */
export const transfer = async (tx: Tx, movement: Transfer, now: Date): Promise<{ readonly isNew: boolean }> => {
  if (await insertBetweenOwn(tx, movement, now)) return { isNew: true }
  const { key, reason, amountCents, orderId, deviceId } = movement
  const [earlier] = await tx.select().from(ledgerEntries).where(eq(ledgerEntries.key, key))
  const fromAccountId = await openAccount(tx, movement.from)
  const toAccountId = await openAccount(tx, movement.to)
  if (earlier) {
    assertSameTransfer(earlier, { fromAccountId, toAccountId, amountCents })
    return { isNew: false }
  }
  const { fromBalanceCents, toBalanceCents } = await updateBalances(tx, movement, fromAccountId, toAccountId)
  await tx.insert(ledgerEntries).values({
    key,
    reason,
    fromAccountId,
    toAccountId,
    amountCents,
    fromBalanceCents,
    toBalanceCents,
    orderId,
    deviceId,
    createdAt: now,
  })
  return { isNew: true }
}

const INSERT_BETWEEN_OWN = {
  name: 'ledger-book',
  text: `insert into ledger_entries
      (key, reason, from_account_id, to_account_id, amount_cents, order_id, device_id, created_at)
    select $1, $2, source.id, target.id, $5, $6, $7, $8 from ledger_accounts source, ledger_accounts target
    where source.user_id is null and source.kind = $3 and target.user_id is null and target.kind = $4
    on conflict (key) do nothing returning id`,
}

/** What goes from one of our own books to another changes no balance: whatever a provider tells, in one statement. */
const insertBetweenOwn = async (tx: Tx, movement: Transfer, now: Date): Promise<boolean> => {
  const { key, reason, from, to, amountCents, orderId, deviceId } = movement
  if (isUserAccount(from) || isUserAccount(to)) return false
  const rows = await query(tx, INSERT_BETWEEN_OWN, [
    key,
    reason,
    from.kind,
    to.kind,
    amountCents,
    orderId,
    deviceId,
    now,
  ])
  return rows.length > 0
}

/** In the order of the accounts' numbers, so that two that cross never wait for each other. */
const updateBalances = async (tx: Tx, { from, amountCents }: Transfer, fromId: number, toId: number) => {
  const take = async () => {
    const taken = await changeBalance(tx, fromId, -amountCents)
    if (taken === undefined && 'userId' in from) throw insufficientFunds(from.kind)
    return taken ?? null
  }
  const give = async () => (await changeBalance(tx, toId, amountCents)) ?? null
  if (fromId < toId) return { fromBalanceCents: await take(), toBalanceCents: await give() }
  return { toBalanceCents: await give(), fromBalanceCents: await take() }
}

/** A user's new balance; nothing for our own books, which keep none, and where there is too little. */
const changeBalance = async (tx: Tx, accountId: number, byCents: number): Promise<number | undefined> => {
  const [changed] = await tx
    .update(ledgerAccounts)
    .set({ balanceCents: sql`${ledgerAccounts.balanceCents} + ${byCents}` })
    .where(and(eq(ledgerAccounts.id, accountId), isNotNull(ledgerAccounts.balanceCents), hasAvailable(-byCents)))
    .returning({ balanceCents: ledgerAccounts.balanceCents })
  return changed?.balanceCents ?? undefined
}

export const hasAvailable = (cents: number): SQL =>
  gte(sql`${ledgerAccounts.balanceCents} - ${ledgerAccounts.heldCents}`, cents)

export const insufficientFunds = (kind: Account['kind']): AppError =>
  new AppError(kind === 'beans' ? 'BEANS_NOT_ENOUGH' : 'BALANCE_NOT_ENOUGH')

const assertSameTransfer = (
  earlier: EntryRow,
  movement: Pick<EntryRow, 'fromAccountId' | 'toAccountId' | 'amountCents'>,
): void => {
  const isSame =
    earlier.fromAccountId === movement.fromAccountId &&
    earlier.toAccountId === movement.toAccountId &&
    earlier.amountCents === movement.amountCents
  if (!isSame) throw new Error(`entry ${earlier.key} stands with another amount or between other accounts`)
}
