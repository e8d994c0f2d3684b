import { getAccountFigures } from '@yunji/contract/commerce/wallet/calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { findSpace } from '../../space/index.ts'
import { countUnusedCodes } from '../activation/index.ts'
import { countUsableCoupons } from '../coupons/index.ts'
import { findWallet } from '../ledger/index.ts'
import { countOpenOrders } from './store.ts'

interface FigureDeps {
  readonly database: Database
  readonly clock: Clock
}

export const figureRoutes = ({ database: { db }, clock }: FigureDeps): Binding[] => [
  bind(getAccountFigures, async (_input, { caller: { userId } }) => {
    const now = clock.now()
    const [wallet, usableCoupons, space, openOrders, unusedCodes] = await Promise.all([
      findWallet(db, userId),
      countUsableCoupons(db, userId, now),
      findSpace(db, userId, now),
      countOpenOrders(db, userId),
      countUnusedCodes(db, userId, now),
    ])
    return {
      ...wallet,
      usableCoupons,
      spaceQuotaBytes: space.quotaBytes,
      spaceUsedBytes: space.usedBytes,
      openOrders,
      unusedCodes,
    }
  }),
]
