import { orderMachine } from '@yunji/contract/commerce/order/machine'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf, next } from '@yunji/contract/machine'
import { and, asc, eq, exists, isNull, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { isConnectionLost, type Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orders } from '../../../tables/orders.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { failOrder, finishOrder } from '../orders/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { beginOrder } from './fulfil-order.ts'
import { refundPhone } from './on-phone-created.ts'

interface OverdueDeps extends FulfilmentDeps {
  readonly log: Logger
}

type OrderRow = typeof orders.$inferSelect
type PaidOrder = Pick<OrderRow, 'id' | 'paidAt'>

/** An order whose job was lost is begun again long before it would be refunded. */
const RETRY_AFTER_MS = 5 * MINUTE_MS
/** The end of `paid`, as the machine of orders says. */
const REFUND_AFTER_MS = deadlineOf(orderMachine, 'paid')?.afterMs ?? 0
const BATCH_SIZE = 50
const FAILURE = '订单未能按时完成，款项原路退回'

/**
 * Gives every paid order an end: what has not begun is begun again, and paid back once it fails past its deadline; phones
 * that are still missing then are paid back one by one. What has come up stays, however late anybody looks.
 */
export const settleOverdueOrders = (deps: OverdueDeps) => {
  const fields = ({ id: orderId }: PaidOrder) => ({ orderId })
  const work = { job: 'orders.settleOverdue', log: deps.log, fields, backoff: createBackoff(deps.clock) }
  return async (): Promise<void> => {
    const now = deps.clock.now()
    const due = readPages<PaidOrder>(BATCH_SIZE, (after, limit) => listPaid(deps, now, limit, after))
    await forEachRow(work, due, ({ id }) => settleOne(deps, id, now))
  }
}

const listPaid = (
  { database: { db } }: OverdueDeps,
  now: Date,
  limit: number,
  last: PaidOrder | undefined,
): Promise<PaidOrder[]> =>
  db
    .select({ id: orders.id, paidAt: orders.paidAt })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'paid'),
        lte(orders.paidAt, later(now, -RETRY_AFTER_MS)),
        last && sql`(${orders.paidAt}, ${orders.id}) > (${last.paidAt}::timestamptz, ${last.id}::bigint)`,
      ),
    )
    .orderBy(asc(orders.paidAt), asc(orders.id))
    .limit(limit)

const isPast = ({ paidAt }: OrderRow, now: Date): boolean => paidAt !== null && later(paidAt, REFUND_AFTER_MS) <= now

const settleOne = async (deps: OverdueDeps, orderId: number, now: Date): Promise<void> => {
  const { db } = deps.database
  try {
    await db.transaction(async (tx) => {
      const order = await lockPaidOrder(tx, orderId)
      if (!order) return
      if (isPast(order, now)) await refundMissingPhones(deps, tx, order)
      else await beginOrder(deps, tx, order)
    })
  } catch (error) {
    if (isConnectionLost(error)) throw error
    await db.transaction((tx) => failOverdueOrder(deps, tx, orderId, now, error))
  }
}

/** Before its deadline an order is tried again; past it, one that never began is paid back. */
const failOverdueOrder = async (
  deps: OverdueDeps,
  tx: Tx,
  orderId: number,
  now: Date,
  reason: unknown,
): Promise<void> => {
  const order = await lockPaidOrder(tx, orderId)
  if (!order) return
  if (!isPast(order, now)) {
    deps.log.warn({ err: reason, orderId }, 'paid order not begun yet')
    return
  }
  // With phones, only some of its money may go back: a person looks at it.
  if ((await countPhones(tx, orderId)) > 0) throw reason
  deps.log.error({ err: reason, orderId }, 'paid order given up')
  await failOrder(deps, tx, order, FAILURE)
}

/** Nothing where another transaction works on it: it is met again in the next round. */
const lockPaidOrder = async (tx: Tx, orderId: number): Promise<OrderRow | undefined> => {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.state, 'paid')))
    .for('update', { skipLocked: true })
  return order
}

const countPhones = (tx: Tx, orderId: number) => tx.$count(orderDevices, eq(orderDevices.orderId, orderId))

/** Begun late is still in time for its buyer: what has not begun is begun, and its task has a deadline of its own. */
const refundMissingPhones = async (deps: OverdueDeps, tx: Tx, order: OrderRow): Promise<void> => {
  const phones = await listPhones(tx, order.id)
  if (phones.length === 0) return beginOrder(deps, tx, order)
  const missing = phones.filter(({ device }) => device.firstStartedAt === null)
  const lost = missing.filter(
    ({ device, isWorkedOn }) => !isWorkedOn && next(deviceMachine, device.state, 'release').ok,
  )
  for (const { device, share } of lost) await refundPhone(deps, tx, order, share, device)
  if (lost.length === missing.length) await finishOrder(tx, deps, order.id, deps.clock.now())
}

const listPhones = (tx: Tx, orderId: number) =>
  tx
    .select({
      device: devices,
      share: orderDevices,
      isWorkedOn: exists(
        tx
          .select({ id: taskParts.id })
          .from(taskParts)
          .where(and(eq(taskParts.deviceId, devices.id), isNull(taskParts.endedAt))),
      ).mapWith(Boolean),
    })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(and(eq(orderDevices.orderId, orderId), isNull(orderDevices.returnedAt)))
    .orderBy(asc(devices.zoneId), asc(devices.configId), asc(devices.id))
    .for('update', { of: devices })
