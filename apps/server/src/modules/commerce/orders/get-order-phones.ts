import type { OrderPhone } from '@yunji/contract/commerce/order/schema'
import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { taskParts, tasks } from '../../../tables/tasks.ts'
import type { OrderDeps } from './expire-orders.ts'
import { belongsToRedeemers } from './get-order-info.ts'
import { findOrder, type OrderRow } from './store.ts'

/** Others are done in the transaction that pays them or soon after: a task of theirs would be another order's. */
const KINDS_WITH_TASK: ReadonlySet<OrderRow['kind']> = new Set(['buy', 'seckill', 'bigUser', 'change', 'video'])

/** The phones of an order, and the task that its payment has set off. */
export const getOrderPhones =
  ({ database: { db } }: OrderDeps) =>
  async ({ userId }: Caller, orderId: number): Promise<{ phones: OrderPhone[]; taskId: number | null }> => {
    const order = await findOrder(db, userId, orderId)
    if (!order) throw new AppError('NOT_FOUND')
    const phones = belongsToRedeemers(order) ? [] : await listPhones(db, orderId)
    const deviceIds = [...phones.map(({ deviceId }) => deviceId), ...(order.purchase.deviceIds ?? [])]
    const hasTask = KINDS_WITH_TASK.has(order.kind) && deviceIds.length > 0
    const taskId = order.paidAt && hasTask ? await firstTask(db, deviceIds, order.paidAt) : null
    return { phones, taskId }
  }

const listPhones = async (db: Db, orderId: number): Promise<OrderPhone[]> => {
  const rows = await db
    .select({ item: orderDevices, name: devices.name })
    .from(orderDevices)
    .innerJoin(devices, eq(devices.id, orderDevices.deviceId))
    .where(eq(orderDevices.orderId, orderId))
    .orderBy(asc(orderDevices.deviceId))
  return rows.map(({ item: { deviceId, paidCents, returnedAt }, name }) => ({
    deviceId,
    name,
    paidCents,
    isReturned: returnedAt !== null,
  }))
}

const firstTask = async (db: Db, deviceIds: readonly number[], since: Date): Promise<number | null> => {
  const [task] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(taskParts, eq(taskParts.taskId, tasks.id))
    .where(and(inArray(taskParts.deviceId, [...deviceIds]), gte(tasks.createdAt, since)))
    .orderBy(asc(tasks.id))
    .limit(1)
  return task?.id ?? null
}
