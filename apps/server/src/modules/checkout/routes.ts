import { getOrderCoupons as couponsCall } from '@yunji/contract/coupon/calls'
import { businessOfKind } from '@yunji/contract/order/business'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import { priceCodes } from '../activation/index.ts'
import { sortCoupons } from '../coupons/index.ts'
import { type PricedLine, plainLine, priceLines } from '../orders/index.ts'
import { hasRecharged, priceBeans } from '../recharge/index.ts'
import { priceSpace } from '../space/index.ts'

interface CheckoutDeps {
  readonly database: Database
  readonly clock: Clock
}

type Asked = CallArguments<typeof couponsCall>

/** What is about to be ordered, at the prices that its order would have. */
const linesOf = async (tx: Tx, userId: number, { kind, items }: Asked, now: Date): Promise<readonly PricedLine[]> => {
  const all = (price: (tx: Tx, id: number, quantity: number) => Promise<PricedLine>) =>
    Promise.all(items.map(({ id, quantity }) => price(tx, id, quantity)))
  switch (kind) {
    case 'beans':
      return all(priceBeans)
    case 'space':
      return all(priceSpace)
    case 'codes':
      return all(priceCodes)
    case 'balance':
      return items.map(({ id, quantity }) => plainLine(id, 1, quantity))
    default:
      return priceLines(tx, { userId, items: items.map((item) => ({ ...item, goodPrice: 0 })) }, now)
  }
}

export const checkoutRoutes = ({ database: { db }, clock }: CheckoutDeps): Binding[] => [
  bind(couponsCall, (asked, { caller: { userId } }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const lines = await linesOf(tx, userId, asked, now)
      const isFirstRecharge = asked.kind === 'beans' && !(await hasRecharged(tx, userId))
      return sortCoupons(tx, userId, { business: businessOfKind[asked.kind], lines, isFirstRecharge }, now)
    }),
  ),
]
