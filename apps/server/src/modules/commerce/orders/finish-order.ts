import { eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { returnCoupon } from '../coupons/index.ts'
import { settleRefundedOrder } from './settle-refund.ts'
import { applyEvent, isOrder } from './store.ts'

interface PhoneCounts {
  readonly creating: number
  readonly remaining: number
}

/** What was bought is there. Whoever calls holds the order. */
export const fulfilOrder = async (tx: Tx, orderId: number, now: Date): Promise<void> => {
  await applyEvent(tx, 'fulfil', isOrder(orderId), { endedAt: now })
}

/** Why nothing of an order was carried out. */
interface Failure {
  readonly failure: string
  readonly isOurFault: boolean
}

/**
 * Ends an order once none of its phones is still on its way: fulfilled when at least one came up, refunded when none did.
 * Then its coupon comes back too. Whoever calls holds the order.
 */
export const finishOrder = async (
  tx: Tx,
  deps: { outbox: Outbox },
  orderId: number,
  now: Date,
  { failure, isOurFault }: Failure = { failure: '云手机未能创建，款项原路退回', isOurFault: true },
): Promise<void> => {
  const { creating, remaining } = await countPhones(tx, orderId)
  if (creating > 0) return
  const [order] =
    remaining > 0
      ? await applyEvent(tx, 'fulfil', isOrder(orderId), { endedAt: now })
      : await applyEvent(tx, 'fail', isOrder(orderId), { failure })
  if (!order) return
  if (remaining === 0) await returnCoupon(tx, orderId, now, isOurFault)
  await settleRefundedOrder(tx, deps, orderId, now)
}

const countPhones = async (tx: Tx, orderId: number): Promise<PhoneCounts> => {
  const [row] = await tx
    .select({
      creating: sql`count(*) filter (where ${devices.state} = 'creating')`.mapWith(Number),
      remaining: sql`count(*) filter (where ${isNull(orderDevices.returnedAt)})`.mapWith(Number),
    })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(eq(orderDevices.orderId, orderId))
  return row ?? { creating: 0, remaining: 0 }
}
