import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import type { Tx } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'
import { grantSpace } from '../../space/index.ts'
import { mintCodes } from '../activation/index.ts'
import { beginPaidChange } from '../changes/index.ts'
import { FULFIL_JOB, type LockedOrder, lockOrder } from '../orders/index.ts'
import { grantBalance, grantBeans } from '../recharge/index.ts'
import { failAndRefundOrder } from '../refunds/index.ts'
import { convertToMonthly } from './convert-to-monthly.ts'
import type { FulfilmentDeps } from './deps.ts'
import { providePhones } from './provide-phones.ts'
import { renewDevices } from './renew-devices.ts'
import { countShares } from './store.ts'

/** Grants cloud space; the order is refunded when the account has reached its maximum meanwhile (1024). */
const provideSpace = async (deps: FulfilmentDeps, tx: Tx, order: LockedOrder): Promise<void> => {
  if (!(await grantSpace(deps, tx, order))) await failAndRefundOrder(deps, tx, order, '云空间扩容失败，款项原路退回')
}

type Begin = (deps: FulfilmentDeps, tx: Tx, order: LockedOrder) => Promise<void>

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

/** Begins the fulfilment of a paid order, unless it has begun. */
export const beginFulfilment = async (deps: FulfilmentDeps, tx: Tx, order: LockedOrder): Promise<void> => {
  if ((await countShares(tx, order.id)) === 0) await fulfilmentOf[order.kind]?.(deps, tx, order)
}

/** Repeated runs do nothing. Retried for an hour: by then `settleOverdueOrders` has ended the order. */
export const fulfilJob = (deps: FulfilmentDeps): Job<{ readonly orderId: number }> => ({
  ...FULFIL_JOB,
  heartbeatSeconds: 30,
  retryLimit: 65,
  retryDelayMaxSeconds: 60,
  isDeadLettered: true,
  concurrency: 4,
  run: ({ orderId }) =>
    deps.database.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (order.state === 'paid') await beginFulfilment(deps, tx, order)
    }),
})
