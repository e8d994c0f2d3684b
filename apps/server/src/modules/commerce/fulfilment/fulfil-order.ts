import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orders } from '../../../tables/orders.ts'
import { grantSpace } from '../../space/index.ts'
import { mintCodes } from '../activation/index.ts'
import { beginPaidChange } from '../changes/index.ts'
import { FULFIL_JOB, failOrder, type PaidOrder } from '../orders/index.ts'
import { grantBalance, grantBeans } from '../recharge/index.ts'
import { convertToMonthly } from './convert-to-monthly.ts'
import type { FulfilmentDeps } from './deps.ts'
import { providePhones } from './provide-phones.ts'
import { renewDevices } from './renew-devices.ts'

/** Room for files. Where the account has no place for it any more, the money goes back (1024). */
const provideSpace = async (deps: FulfilmentDeps, tx: Tx, order: typeof orders.$inferSelect): Promise<void> => {
  if (!(await grantSpace(deps, tx, order))) await failOrder(deps, tx, order, '云空间扩容失败，款项原路退回')
}

type Begin = (deps: FulfilmentDeps, tx: Tx, order: typeof orders.$inferSelect) => Promise<void>

/** What a paid order becomes, by what it is. */
const fulfilmentOf: Partial<Record<OrderKind, Begin>> = {
  buy: providePhones,
  seckill: providePhones,
  bigUser: providePhones,
  renew: renewDevices,
  change: beginPaidChange,
  video: beginPaidChange,
  toMonthly: convertToMonthly,
  beans: grantBeans,
  balance: grantBalance,
  space: provideSpace,
  codes: mintCodes,
}

/** Begins what a paid order is for, unless that has begun. Whoever calls holds the order. */
export const beginOrder = async (deps: FulfilmentDeps, tx: Tx, order: typeof orders.$inferSelect): Promise<void> => {
  const begun = await tx.$count(orderDevices, eq(orderDevices.orderId, order.id))
  if (begun === 0) await fulfilmentOf[order.kind]?.(deps, tx, order)
}

/** A second run finds the order begun, and does nothing. Tried for an hour: by then `settleOverdue` has ended the order. */
export const fulfilJob = (deps: FulfilmentDeps): Job<PaidOrder> => ({
  ...FULFIL_JOB,
  heartbeatSeconds: 30,
  retryLimit: 65,
  retryDelayMaxSeconds: 60,
  isDeadLettered: true,
  concurrency: 4,
  run: ({ orderId }) =>
    deps.database.db.transaction(async (tx) => {
      const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
      if (order?.state === 'paid') await beginOrder(deps, tx, order)
    }),
})
