import { businessOfKind } from '@yunji/contract/commerce/order/rules'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { listCheckoutCoupons } from '../coupons/index.ts'
import { hasRecharged } from '../recharge/index.ts'
import { priceSelection, type Selection } from './price-selection.ts'

export interface CheckoutDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Coupons of the buyer for a selection at its current price: applicable ones, and the others with their reason. */
export const getOrderCoupons =
  ({ database: { db }, clock, log }: CheckoutDeps) =>
  ({ userId }: Caller, selection: Selection) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const lines = await priceSelection(tx, userId, selection, now)
      const isFirstRecharge = selection.kind === 'beans' && !(await hasRecharged(tx, userId))
      const purchase = { business: businessOfKind[selection.kind], lines, isFirstRecharge }
      return listCheckoutCoupons(tx, userId, purchase, { now, log })
    })
