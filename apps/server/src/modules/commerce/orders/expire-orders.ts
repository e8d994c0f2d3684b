import type { Logger } from 'pino'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { releaseUnpaidOrder } from './cancel-order.ts'
import type { OrderDeps } from './deps.ts'
import { expireOverdueOrder, listOverdueOrders, type OverdueOrder } from './store.ts'

const BATCH_SIZE = 100

interface ExpiryDeps extends OrderDeps {
  readonly log: Logger
}

/**
 * Ends every order that was not paid in time, each in a transaction of its own: buyers wait for one release at most, and an
 * order that cannot be released is left to the next run.
 */
export const expireOrders = ({ database: { db }, clock, log }: ExpiryDeps) => {
  const fields = ({ id: orderId }: OverdueOrder) => ({ orderId })
  const work = { job: 'orders.expire', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const now = clock.now()
    const due = readPages<OverdueOrder>(BATCH_SIZE, (after, limit) => listOverdueOrders(db, now, limit, after))
    await forEachRow(work, due, ({ id }) =>
      db.transaction(async (tx) => {
        const expired = await expireOverdueOrder(tx, id, now)
        if (expired) await releaseUnpaidOrder(tx, expired, now)
      }),
    )
  }
}
