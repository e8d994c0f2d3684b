import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { findSpace } from '../../space/index.ts'
import { countUnusedCodes } from '../activation/index.ts'
import { countUsableCoupons } from '../coupons/index.ts'
import { findWallet } from '../ledger/index.ts'
import { countOpenOrders, findMonthlySaving } from './store.ts'

export interface FigureDeps {
  readonly database: Database
  readonly clock: Clock
}

/** Figures of the account page. */
export const getAccountFigures =
  ({ database: { db }, clock }: FigureDeps) =>
  async ({ userId }: Caller) => {
    const now = clock.now()
    const [wallet, usableCoupons, space, openOrders, unusedCodes, monthlySavingPercent] = await Promise.all([
      findWallet(db, userId),
      countUsableCoupons(db, userId, now),
      findSpace(db, userId, now),
      countOpenOrders(db, userId),
      countUnusedCodes(db, userId, now),
      findMonthlySaving(db),
    ])
    return {
      ...wallet,
      usableCoupons,
      spaceQuotaBytes: space.quotaBytes,
      spaceUsedBytes: space.usedBytes,
      openOrders,
      unusedCodes,
      monthlySavingPercent,
    }
  }
