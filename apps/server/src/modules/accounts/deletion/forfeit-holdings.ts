import type { DeletionState } from '@yunji/contract/accounts/profile/schema'
import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import type { Db, Tx } from '../../../platform/database.ts'
import { countUnusedCodes, revokeUnusedCodes } from '../../commerce/activation/index.ts'
import { countUsableCoupons, invalidateCoupons } from '../../commerce/coupons/index.ts'
import { findWallet, transfer } from '../../commerce/ledger/index.ts'

/** Holdings that a deleted account loses. */
export const findHoldings = async (db: Db | Tx, userId: number, now: Date): Promise<DeletionState['holdings']> => {
  const [wallet, coupons, codes] = await Promise.all([
    findWallet(db, userId),
    countUsableCoupons(db, userId, now),
    countUnusedCodes(db, userId, now),
  ])
  return { ...wallet, coupons, codes }
}

/** Forfeits all holdings when the account is erased: until then a login keeps them. Money leaves by ledger entries. */
export const forfeitHoldings = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  await invalidateCoupons(tx, userId)
  await revokeUnusedCodes(tx, userId)
  const { beansCents, balanceCents } = await findWallet(tx, userId)
  await forfeitMoney(tx, userId, 'beans', beansCents, now)
  await forfeitMoney(tx, userId, 'balance', balanceCents, now)
}

const forfeitMoney = async (tx: Tx, userId: number, kind: WalletAccount, amountCents: number, now: Date) => {
  if (amountCents === 0) return
  const key = `user:${userId}:${kind}:givenUp`
  await transfer(tx, { key, reason: 'givenUp', from: { userId, kind }, to: { kind: 'revenue' }, amountCents }, now)
}
