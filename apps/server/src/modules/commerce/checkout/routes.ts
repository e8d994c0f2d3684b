import { getOrderCoupons as couponsCall } from '@yunji/contract/commerce/coupon/calls'
import { businessOfKind } from '@yunji/contract/commerce/order/rules'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { listCheckoutCoupons } from '../coupons/index.ts'
import { hasRecharged } from '../recharge/index.ts'
import { priceSelection } from './price-selection.ts'

interface CheckoutDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

export const checkoutRoutes = ({ database: { db }, clock, log }: CheckoutDeps): Binding[] => [
  bind(couponsCall, (selection, { caller: { userId } }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const lines = await priceSelection(tx, userId, selection, now)
      const isFirstRecharge = selection.kind === 'beans' && !(await hasRecharged(tx, userId))
      return listCheckoutCoupons(
        tx,
        userId,
        { business: businessOfKind[selection.kind], lines, isFirstRecharge },
        { now, log },
      )
    }),
  ),
]
