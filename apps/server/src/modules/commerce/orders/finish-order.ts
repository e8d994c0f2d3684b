import { eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { giveCouponBack } from '../coupons/index.ts'
import { settleRefunded } from './settle-refund.ts'
import { happen, isOrder } from './store.ts'

interface Phones {
  readonly coming: number
  readonly kept: number
}

/** What was bought is there. Whoever calls holds the order. */
export const fulfilOrder = async (tx: Tx, orderId: number, now: Date): Promise<void> => {
  await happen(tx, 'fulfil', isOrder(orderId), { endedAt: now })
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
  const { coming, kept } = await phonesOf(tx, orderId)
  if (coming > 0) return
  const [order] =
    kept > 0
      ? await happen(tx, 'fulfil', isOrder(orderId), { endedAt: now })
      : await happen(tx, 'fail', isOrder(orderId), { failure })
  if (!order) return
  if (kept === 0) await giveCouponBack(tx, orderId, now, isOurFault)
  await settleRefunded(tx, deps, orderId, now)
}

const phonesOf = async (tx: Tx, orderId: number): Promise<Phones> => {
  const [row] = await tx
    .select({
      coming: sql`count(*) filter (where ${devices.state} = 'creating')`.mapWith(Number),
      kept: sql`count(*) filter (where ${isNull(orderDevices.returnedAt)})`.mapWith(Number),
    })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(eq(orderDevices.orderId, orderId))
  return row ?? { coming: 0, kept: 0 }
}
