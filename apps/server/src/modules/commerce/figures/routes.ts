import { getAccountFigures } from '@yunji/contract/commerce/wallet/calls'
import { and, eq, inArray } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { orders } from '../../../tables/orders.ts'
import { findSpace } from '../../space/index.ts'
import { countUnusedCodes } from '../activation/index.ts'
import { countUsableCoupons } from '../coupons/index.ts'
import { findWallet } from '../ledger/index.ts'

interface FigureDeps {
  readonly database: Database
  readonly clock: Clock
}

export const figureRoutes = ({ database: { db }, clock }: FigureDeps): Binding[] => [
  bind(getAccountFigures, async (_input, { caller: { userId } }) => {
    const now = clock.now()
    const isOpen = and(eq(orders.userId, userId), inArray(orders.state, ['pending', 'paid', 'refunding']))
    const [wallet, usableCoupons, space, openOrders, unusedCodes] = await Promise.all([
      findWallet(db, userId),
      countUsableCoupons(db, userId, now),
      findSpace(db, userId, now),
      db.$count(orders, isOpen),
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
