import type { Tx } from '../../../platform/database.ts'
import { returnSeckillItems } from '../catalogue/index.ts'
import { returnCoupon } from '../coupons/index.ts'
import {
  applyEvent,
  type LockedOrder,
  listItems,
  releaseFirstPrices,
  releaseReservations,
  uncountPurchases,
} from './store.ts'

/**
 * Ends a paid order that cannot be fulfilled and returns stock, coupon, first price and seckill items; the caller refunds the
 * money. A coupon that has expired meanwhile is extended only when the fault is ours: otherwise orders made to fail could
 * keep it alive.
 */
export const failOrder = async (
  tx: Tx,
  order: LockedOrder,
  { failure, isOurFault }: { readonly failure: string; readonly isOurFault: boolean },
  now: Date,
): Promise<void> => {
  await releaseReservations(tx, order.id)
  const items = await listItems(tx, order.id)
  await uncountPurchases(tx, order, new Map(items.map(({ productId, quantity }) => [productId, quantity])))
  await returnCoupon(tx, order.id, now, isOurFault)
  await applyEvent(tx, 'fail', order, { failure })
}

/**
 * Reverts single items of an order, one for each product id: their purchases are uncounted, their first price and their
 * seckill items can be bought again. The coupon belongs to the whole order: `finishOrder` returns it.
 */
export const revertItems = async (tx: Tx, order: LockedOrder, productIds: readonly number[]): Promise<void> => {
  if (productIds.length === 0) return
  const quantities = [...Map.groupBy(productIds, (id) => id)].map(([id, same]) => [id, same.length] as const)
  await returnSeckillItems(tx, order.id, productIds.length)
  await releaseFirstPrices(tx, order.id, productIds)
  await uncountPurchases(tx, order, new Map(quantities))
}
