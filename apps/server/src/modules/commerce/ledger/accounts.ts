import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { ledgerAccounts, type OwnAccountKind } from '../../../tables/ledger.ts'

/** An account by what it is: somebody's beans or balance, or one of our own books. */
export type Account = { readonly userId: number; readonly kind: WalletAccount } | { readonly kind: OwnAccountKind }

export interface Wallet {
  readonly beansCents: number
  readonly balanceCents: number
}

export const isUserAccount = (account: Account): account is Extract<Account, { userId: number }> => 'userId' in account

/** Its row. A user's account begins with the first money that comes to it. */
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

/** What a user can spend: what is promised to something under way is not theirs to spend again. */
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
