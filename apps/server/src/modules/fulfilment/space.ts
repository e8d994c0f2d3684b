import type { Tx } from '../../platform/database.ts'
import type { orders } from '../../tables/orders.ts'
import { giveCouponBack } from '../coupons/index.ts'
import { failOrder, settleRefunded } from '../orders/index.ts'
import { payBack } from '../refunds/index.ts'
import { grantSpace } from '../space/index.ts'
import type { FulfilmentDeps } from './deps.ts'

/** Room for files. Where the account has no place for it any more, the money goes back (1024). */
export const provideSpace = async (deps: FulfilmentDeps, tx: Tx, order: typeof orders.$inferSelect): Promise<void> => {
  if (await grantSpace(deps, tx, order)) return
  const now = deps.clock.now()
  await failOrder(tx, order.id, '云空间扩容失败，款项原路退回')
  await payBack(tx, deps, order, { key: `order:${order.id}:refund`, amountCents: order.payableCents }, now)
  await giveCouponBack(tx, order.id, now, true)
  await settleRefunded(tx, deps, order.id, now)
}
