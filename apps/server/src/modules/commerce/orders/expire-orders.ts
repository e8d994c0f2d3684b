import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { returnCoupon } from '../coupons/index.ts'
import {
  applyEvent,
  findOrder,
  isOwnOrder,
  isUnlockedAndOverdue,
  listOverdue,
  type OrderRow,
  type OverdueOrder,
  releaseReservations,
} from './store.ts'

export interface OrderDeps {
  readonly database: Database
  readonly clock: Clock
}

/** The buyer does not want it any more. A second time changes nothing; one that is paid is past cancelling. */
export const cancelOrder =
  ({ database: { db }, clock }: OrderDeps) =>
  ({ userId }: Caller, orderId: number): Promise<OrderRow> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const [cancelled] = await applyEvent(tx, 'cancel', isOwnOrder(userId, orderId), { endedAt: now })
      if (cancelled) {
        await releaseOrder(tx, cancelled, now)
        return cancelled
      }
      const order = await findOrder(tx, userId, orderId)
      if (!order) throw new AppError('NOT_FOUND')
      if (order.state === 'cancelled' || order.state === 'expired') return order
      throw new AppError('SHOW_ERROR_TIP', { text: '订单已支付，不能取消' })
    })

const BATCH_SIZE = 100

interface ExpiryDeps extends OrderDeps {
  readonly log: Logger
}

/**
 * Ends every order that was not paid in time. Each order is a transaction of its own: buyers wait for one release at
 * most, and an order that cannot be released is left to the next round.
 */
export const expireOrders = ({ database: { db }, clock, log }: ExpiryDeps) => {
  const fields = ({ id: orderId }: OverdueOrder) => ({ orderId })
  const work = { job: 'orders.expire', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const now = clock.now()
    const due = readPages<OverdueOrder>(BATCH_SIZE, (after, limit) => listOverdue(db, now, limit, after))
    await forEachRow(work, due, ({ id }) => db.transaction((tx) => expireOne(tx, id, now)))
  }
}

/** An order that somebody else holds is being paid or ended at this moment. */
const expireOne = async (tx: Tx, orderId: number, now: Date): Promise<void> => {
  const [expired] = await applyEvent(tx, 'expire', isUnlockedAndOverdue(tx, orderId, now), { endedAt: now })
  if (expired) await releaseOrder(tx, expired, now)
}

const releaseOrder = async (tx: Tx, { id }: OrderRow, now: Date): Promise<void> => {
  await releaseReservations(tx, id)
  await returnCoupon(tx, id, now, false)
}
