import type { EntryReason, WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  type Account,
  addHeldAmount,
  changeBalance,
  type EntryRow,
  endHold,
  findEntry,
  insertBetweenOwn,
  insertEntry,
  insertHold,
  isUserAccount,
  openAccount,
} from './store.ts'

export interface LedgerTransfer {
  /** Idempotency key, the same for every attempt: `order:12:paid`, `device:7:hour:3`. */
  readonly key: string
  readonly reason: EntryReason
  readonly from: Account
  readonly to: Account
  readonly amountCents: number
  readonly orderId?: number
  readonly deviceId?: number
}

/**
 * Moves money once. A transfer with a known key changes nothing; the unique key is the last line of defence, so callers
 * lock the thing that the money is for before. Too little in a user's account is refused (1015, 1025).
 */
export const transfer = async (tx: Tx, input: LedgerTransfer, now: Date): Promise<{ readonly isNew: boolean }> => {
  const { key, reason, from, to, amountCents, orderId, deviceId } = input
  const entry = { key, reason, amountCents, orderId, deviceId, createdAt: now }
  // Own accounts hold no balance, so one statement is enough.
  if (!isUserAccount(from) && !isUserAccount(to) && (await insertBetweenOwn(tx, entry, from.kind, to.kind))) {
    return { isNew: true }
  }
  const earlier = await findEntry(tx, key)
  const fromAccountId = await openAccount(tx, from)
  const toAccountId = await openAccount(tx, to)
  if (earlier) {
    assertSameTransfer(earlier, { fromAccountId, toAccountId, amountCents })
    return { isNew: false }
  }
  const balances = await updateBalances(tx, input, fromAccountId, toAccountId)
  await insertEntry(tx, { ...entry, fromAccountId, toAccountId, ...balances })
  return { isNew: true }
}

/** Locks accounts in the order of their ids, so that two opposite transfers do not deadlock. */
const updateBalances = async (tx: Tx, { from, amountCents }: LedgerTransfer, fromId: number, toId: number) => {
  const take = async () => {
    const balanceCents = await changeBalance(tx, fromId, -amountCents)
    if (balanceCents === undefined && 'userId' in from) throw insufficientFunds(from.kind)
    return balanceCents ?? null
  }
  const give = async () => (await changeBalance(tx, toId, amountCents)) ?? null
  if (fromId < toId) return { fromBalanceCents: await take(), toBalanceCents: await give() }
  return { toBalanceCents: await give(), fromBalanceCents: await take() }
}

const insufficientFunds = (kind: Account['kind']): AppError =>
  new AppError(kind === 'beans' ? 'BEANS_NOT_ENOUGH' : 'BALANCE_NOT_ENOUGH')

const assertSameTransfer = (
  earlier: EntryRow,
  { fromAccountId, toAccountId, amountCents }: Pick<EntryRow, 'fromAccountId' | 'toAccountId' | 'amountCents'>,
): void => {
  const isSame =
    earlier.fromAccountId === fromAccountId &&
    earlier.toAccountId === toAccountId &&
    earlier.amountCents === amountCents
  if (!isSame) throw new Error(`entry ${earlier.key} stands with another amount or between other accounts`)
}

export interface Hold {
  readonly key: string
  readonly userId: number
  readonly kind: WalletAccount
  readonly amountCents: number
}

/** Holds an amount of a user's account, once for each key. */
export const hold = async (tx: Tx, { key, userId, kind, amountCents }: Hold, now: Date): Promise<void> => {
  const accountId = await openAccount(tx, { userId, kind })
  if (!(await insertHold(tx, { key, accountId, amountCents, createdAt: now }))) return
  if (!(await addHeldAmount(tx, accountId, amountCents))) throw insufficientFunds(kind)
}

/** Makes a held amount available again; a hold that has ended is left as it is. */
export const releaseHold = async (tx: Tx, key: string, now: Date): Promise<void> => {
  await endHold(tx, key, 'released', now)
}

/** Transfers the whole amount of a hold; nothing when the hold has ended before. */
export const captureHold = async (
  tx: Tx,
  key: string,
  target: Omit<LedgerTransfer, 'amountCents'>,
  now: Date,
): Promise<{ readonly isNew: boolean }> => {
  const ended = await endHold(tx, key, 'taken', now)
  return ended ? transfer(tx, { ...target, amountCents: ended.amountCents }, now) : { isNew: false }
}
