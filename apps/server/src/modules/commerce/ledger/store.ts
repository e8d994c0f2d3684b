import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { and, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { query, type Tx } from '../../../platform/transaction.ts'
import { ledgerAccounts, ledgerEntries, ledgerHolds, type OwnAccountKind } from '../../../tables/ledger.ts'

/** A user's beans or balance, or one of the product's own accounts. */
export type Account = { readonly userId: number; readonly kind: WalletAccount } | { readonly kind: OwnAccountKind }

export type EntryRow = typeof ledgerEntries.$inferSelect
export type NewEntry = typeof ledgerEntries.$inferInsert

export const isUserAccount = (account: Account): account is Extract<Account, { userId: number }> => 'userId' in account

/** The id of an account. A user's account is created with the first money that comes to it. */
export const openAccount = async (tx: Tx, account: Account): Promise<number> => {
  const found = await findAccount(tx, account)
  if (found !== undefined) return found
  if (!isUserAccount(account)) throw new Error(`there is no account ${account.kind}`)
  await tx
    .insert(ledgerAccounts)
    .values({ ...account, balanceCents: 0 })
    .onConflictDoNothing()
  const opened = await findAccount(tx, account)
  if (opened === undefined) throw new Error(`account ${account.kind} of user ${account.userId} could not be opened`)
  return opened
}

const findAccount = async (tx: Tx, account: Account): Promise<number | undefined> => {
  const owner = isUserAccount(account) ? eq(ledgerAccounts.userId, account.userId) : isNull(ledgerAccounts.userId)
  const [row] = await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(and(owner, eq(ledgerAccounts.kind, account.kind)))
  return row?.id
}

interface Wallet {
  readonly beansCents: number
  readonly balanceCents: number
}

/** Beans and balance that a user can spend: held amounts are subtracted. */
export const findWallet = async (db: Db | Tx, userId: number): Promise<Wallet> => {
  const rows = await db
    .select()
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), inArray(ledgerAccounts.kind, ['beans', 'balance'])))
  const spendable = (kind: WalletAccount): number => {
    const row = rows.find((each) => each.kind === kind)
    return row ? (row.balanceCents ?? 0) - row.heldCents : 0
  }
  return { beansCents: spendable('beans'), balanceCents: spendable('balance') }
}

export const findEntry = async (tx: Tx, key: string): Promise<EntryRow | undefined> => {
  const [entry] = await tx.select().from(ledgerEntries).where(eq(ledgerEntries.key, key))
  return entry
}

export const insertEntry = async (tx: Tx, entry: NewEntry): Promise<void> => {
  await tx.insert(ledgerEntries).values(entry)
}

const INSERT_BETWEEN_OWN = {
  name: 'ledger-book',
  text: `insert into ledger_entries
      (key, reason, from_account_id, to_account_id, amount_cents, order_id, device_id, created_at)
    select $1, $2, source.id, target.id, $5, $6, $7, $8 from ledger_accounts source, ledger_accounts target
    where source.user_id is null and source.kind = $3 and target.user_id is null and target.kind = $4
    on conflict (key) do nothing returning id`,
}

/** Inserts an entry between two own accounts, which hold no balance; false when the key exists. */
export const insertBetweenOwn = async (
  tx: Tx,
  entry: Pick<NewEntry, 'key' | 'reason' | 'amountCents' | 'orderId' | 'deviceId' | 'createdAt'>,
  from: OwnAccountKind,
  to: OwnAccountKind,
): Promise<boolean> => {
  const { key, reason, amountCents, orderId, deviceId, createdAt } = entry
  const rows = await query(tx, INSERT_BETWEEN_OWN, [key, reason, from, to, amountCents, orderId, deviceId, createdAt])
  return rows.length > 0
}

/** Locks an account and returns its new balance; nothing for own accounts, which hold none, and when too little is left. */
export const changeBalance = async (tx: Tx, accountId: number, byCents: number): Promise<number | undefined> => {
  const [changed] = await tx
    .update(ledgerAccounts)
    .set({ balanceCents: sql`${ledgerAccounts.balanceCents} + ${byCents}` })
    .where(and(eq(ledgerAccounts.id, accountId), isNotNull(ledgerAccounts.balanceCents), hasAvailable(-byCents)))
    .returning({ balanceCents: ledgerAccounts.balanceCents })
  return changed?.balanceCents ?? undefined
}

const hasAvailable = (cents: number): SQL =>
  gte(sql`${ledgerAccounts.balanceCents} - ${ledgerAccounts.heldCents}`, cents)

/** False when a hold with this key exists. */
export const insertHold = async (
  tx: Tx,
  hold: Pick<typeof ledgerHolds.$inferInsert, 'key' | 'accountId' | 'amountCents' | 'createdAt'>,
): Promise<boolean> => {
  const inserted = await tx
    .insert(ledgerHolds)
    .values({ ...hold, state: 'held' })
    .onConflictDoNothing()
    .returning()
  return inserted.length > 0
}

/** False when the account has too little left. */
export const addHeldAmount = async (tx: Tx, accountId: number, amountCents: number): Promise<boolean> => {
  const updated = await tx
    .update(ledgerAccounts)
    .set({ heldCents: sql`${ledgerAccounts.heldCents} + ${amountCents}` })
    .where(and(eq(ledgerAccounts.id, accountId), hasAvailable(amountCents)))
    .returning()
  return updated.length > 0
}

/** Ends a hold and frees its amount; nothing when it has ended before. */
export const endHold = async (tx: Tx, key: string, state: 'taken' | 'released', now: Date) => {
  const [ended] = await tx
    .update(ledgerHolds)
    .set({ state, endedAt: now })
    .where(and(eq(ledgerHolds.key, key), eq(ledgerHolds.state, 'held')))
    .returning()
  if (!ended) return undefined
  await tx
    .update(ledgerAccounts)
    .set({ heldCents: sql`${ledgerAccounts.heldCents} - ${ended.amountCents}` })
    .where(eq(ledgerAccounts.id, ended.accountId))
  return ended
}
