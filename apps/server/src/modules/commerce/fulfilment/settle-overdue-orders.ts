import { orderMachine } from '@yunji/contract/commerce/order/machine'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf, nextStep } from '@yunji/contract/machine'
import type { Logger } from 'pino'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { isConnectionLost } from '../../../platform/database-errors.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { finishOrder, type LockedOrder, tryLockPaidOrder } from '../orders/index.ts'
import { failAndRefundOrder } from '../refunds/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { beginFulfilment } from './fulfil-order.ts'
import { refundPhone } from './on-phone-created.ts'
import { countShares, listPaidOrders, lockDevicesOfOrder, type PaidOrder } from './store.ts'

interface OverdueDeps extends FulfilmentDeps {
  readonly log: Logger
}

/** An order whose job was lost is begun again long before its deadline. */
const RETRY_AFTER_MS = 5 * MINUTE_MS
/** Deadline of the state `paid`. */
const REFUND_AFTER_MS = deadlineOf(orderMachine, 'paid')?.afterMs ?? 0
const BATCH_SIZE = 50
const FAILURE = '订单未能按时完成，款项原路退回'

/**
 * Ends every paid order: one that has not begun is begun again, and refunded when that fails past its deadline; phones that
 * are still missing then are refunded one by one. Phones that were created stay, however late this runs.
 */
export const settleOverdueOrders = (deps: OverdueDeps) => {
  const fields = ({ id: orderId }: PaidOrder) => ({ orderId })
  const work = { job: 'orders.settleOverdue', log: deps.log, fields, backoff: createBackoff(deps.clock) }
  return async (): Promise<void> => {
    const now = deps.clock.now()
    const due = readPages<PaidOrder>(BATCH_SIZE, (after, limit) =>
      listPaidOrders(deps.database.db, later(now, -RETRY_AFTER_MS), limit, after),
    )
    await forEachRow(work, due, ({ id }) => settleOne(deps, id, now))
  }
}

const isPast = ({ paidAt }: LockedOrder, now: Date): boolean => paidAt !== null && later(paidAt, REFUND_AFTER_MS) <= now

const settleOne = async (deps: OverdueDeps, orderId: number, now: Date): Promise<void> => {
  const { db } = deps.database
  try {
    await db.transaction(async (tx) => {
      const order = await tryLockPaidOrder(tx, orderId)
      if (!order) return
      if (isPast(order, now)) await refundMissingPhones(deps, tx, order)
      else await beginFulfilment(deps, tx, order)
    })
  } catch (error) {
    if (isConnectionLost(error)) throw error
    await db.transaction((tx) => failOverdueOrder(deps, tx, orderId, now, error))
  }
}

/** Leaves an order to the next run before its deadline; past it, refunds one that never began. */
const failOverdueOrder = async (
  deps: OverdueDeps,
  tx: Tx,
  orderId: number,
  now: Date,
  reason: unknown,
): Promise<void> => {
  const order = await tryLockPaidOrder(tx, orderId)
  if (!order) return
  if (!isPast(order, now)) {
    deps.log.warn({ err: reason, orderId }, 'paid order fulfilment failed, retrying')
    return
  }
  // An order with phones may be refunded in part only: a person decides.
  if ((await countShares(tx, orderId)) > 0) throw reason
  deps.log.error({ err: reason, orderId }, 'overdue paid order failed and refunded')
  await failAndRefundOrder(deps, tx, order, FAILURE)
}

/** An order that has not begun is begun even past its deadline: its task has a deadline of its own. */
const refundMissingPhones = async (deps: OverdueDeps, tx: Tx, order: LockedOrder): Promise<void> => {
  const phones = await lockDevicesOfOrder(tx, order.id)
  if (phones.length === 0) return beginFulfilment(deps, tx, order)
  const missing = phones.filter(({ device }) => device.firstStartedAt === null)
  const lost = missing.filter(
    ({ device, isWorkedOn }) => !isWorkedOn && nextStep(deviceMachine, device.state, 'release').ok,
  )
  for (const { device, share } of lost) await refundPhone(deps, tx, order, share, device)
  if (lost.length === missing.length) await finishOrder(tx, deps, order, deps.clock.now())
}
