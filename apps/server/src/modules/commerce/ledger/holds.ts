import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { ledgerAccounts, ledgerHolds } from '../../../tables/ledger.ts'
import { openAccount } from './accounts.ts'
import { hasAvailable, insufficientFunds, type Transfer, transfer } from './transfer.ts'

export interface Hold {
  readonly key: string
  readonly userId: number
  readonly kind: WalletAccount
  readonly amountCents: number
}

/** Promises an amount to something under way. The same promise twice is one. */
export const hold = async (tx: Tx, { key, userId, kind, amountCents }: Hold, now: Date): Promise<void> => {
  const accountId = await openAccount(tx, { userId, kind })
  const [made] = await tx
    .insert(ledgerHolds)
    .values({ key, accountId, amountCents, state: 'held', createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!made) return
  const [held] = await tx
    .update(ledgerAccounts)
    .set({ heldCents: sql`${ledgerAccounts.heldCents} + ${amountCents}` })
    .where(and(eq(ledgerAccounts.id, accountId), hasAvailable(amountCents)))
    .returning()
  if (!held) throw insufficientFunds(kind)
}

/** Gives the promised amount back to be spent; a promise that has ended already is left as it is. */
export const releaseHold = async (tx: Tx, key: string, now: Date): Promise<void> => {
  await endHold(tx, key, 'released', now)
}

/** Turns a promise into a movement of its whole amount. One that was released before moves nothing. */
export const captureHold = async (
  tx: Tx,
  key: string,
  movement: Omit<Transfer, 'amountCents'>,
  now: Date,
): Promise<{ readonly isNew: boolean }> => {
  const ended = await endHold(tx, key, 'taken', now)
  return ended ? transfer(tx, { ...movement, amountCents: ended.amountCents }, now) : { isNew: false }
}

const endHold = async (tx: Tx, key: string, state: 'taken' | 'released', now: Date) => {
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
