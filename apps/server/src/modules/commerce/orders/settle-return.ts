import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { returnCoupon } from '../coupons/index.ts'
import { settleRefundedOrder } from './settle-refund.ts'
import { applyEvent, isOrder } from './store.ts'

/**
 * Phones of an order were given back, and their money is on its way. When none is left the order dies, and its coupon can
 * be used again; a first price was had all the same. Whoever calls holds the order.
 */
export const settleReturnedDevices = async (
  tx: Tx,
  deps: { outbox: Outbox },
  orderId: number,
  now: Date,
): Promise<void> => {
  const remaining = await tx.$count(
    orderDevices,
    and(eq(orderDevices.orderId, orderId), isNull(orderDevices.returnedAt)),
  )
  if (remaining === 0) {
    await applyEvent(tx, 'giveBack', isOrder(orderId), { endedAt: null })
    await returnCoupon(tx, orderId, now, false)
  }
  await settleRefundedOrder(tx, deps, orderId, now)
}
