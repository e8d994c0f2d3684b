import { eq } from 'drizzle-orm'
import type { Job } from '../../platform/jobs.ts'
import { orderDevices } from '../../tables/fulfilment.ts'
import { orders } from '../../tables/orders.ts'
import { FULFIL_JOB, type PaidOrder } from '../orders/index.ts'
import { providePhones } from './buy.ts'
import type { FulfilmentDeps } from './deps.ts'

/** Begins what a paid order is for. A second run finds it begun, and does nothing. */
export const fulfilJob = (deps: FulfilmentDeps): Job<PaidOrder> => ({
  ...FULFIL_JOB,
  heartbeatSeconds: 30,
  retryLimit: 20,
  concurrency: 4,
  run: ({ orderId }) =>
    deps.database.db.transaction(async (tx) => {
      const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
      if (order?.state !== 'paid') return
      const begun = await tx.$count(orderDevices, eq(orderDevices.orderId, orderId))
      if (begun === 0 && order.kind === 'buy') await providePhones(deps, tx, order)
    }),
})
