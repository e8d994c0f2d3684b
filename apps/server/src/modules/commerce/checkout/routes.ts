import { getOrderCoupons as couponsCall } from '@yunji/contract/coupon/calls'
import { businessOfKind } from '@yunji/contract/order/business'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { sortCoupons } from '../coupons/index.ts'
import { hasRecharged } from '../recharge/index.ts'
import { linesOf } from './price-selection.ts'

interface CheckoutDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

export const checkoutRoutes = ({ database: { db }, clock, log }: CheckoutDeps): Binding[] => [
  bind(couponsCall, (asked, { caller: { userId } }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const lines = await linesOf(tx, userId, asked, now)
      const isFirstRecharge = asked.kind === 'beans' && !(await hasRecharged(tx, userId))
      return sortCoupons(tx, userId, { business: businessOfKind[asked.kind], lines, isFirstRecharge }, { now, log })
    }),
  ),
]
