import { and, desc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import { deviceInterruptions } from '../../tables/availability.ts'
import { deviceGrants, devices, streamTickets, zones } from '../../tables/devices.ts'
import { orders } from '../../tables/orders.ts'
import { taskParts, tasks } from '../../tables/tasks.ts'

export const findOwnOrder = async (tx: Tx, userId: number, orderId: number) => {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  return order
}

/** An interruption of a device in the time in which the user owned it. */
export const findOwnInterruption = async (tx: Tx, userId: number, interruptionId: number) => {
  const [row] = await tx
    .select()
    .from(deviceInterruptions)
    .where(and(eq(deviceInterruptions.id, interruptionId), eq(deviceInterruptions.ownerId, userId)))
  return row
}

/** A device that the user owns or was granted. */
export const findSeenDevice = async (tx: Tx, userId: number, deviceId: number, now: Date) => {
  const [found] = await tx
    .select({ device: devices, zoneName: zones.name })
    .from(devices)
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .leftJoin(
      deviceGrants,
      and(
        eq(deviceGrants.deviceId, devices.id),
        eq(deviceGrants.granteeId, userId),
        eq(deviceGrants.state, 'active'),
        gt(deviceGrants.expiresAt, now),
      ),
    )
    .where(
      and(
        eq(devices.id, deviceId),
        ne(devices.state, 'released'),
        or(eq(devices.ownerId, userId), isNotNull(deviceGrants.id)),
      ),
    )
    .limit(1)
  return found
}

const partFields = {
  taskId: tasks.id,
  kind: tasks.kind,
  state: taskParts.state,
  reason: taskParts.reason,
  deviceId: taskParts.deviceId,
  createdAt: tasks.createdAt,
  endedAt: taskParts.endedAt,
}

/** A task of the user with its first failed part, or its first. */
export const findOwnTask = async (tx: Tx, userId: number, taskId: number) => {
  const [part] = await tx
    .select(partFields)
    .from(tasks)
    .innerJoin(taskParts, eq(taskParts.taskId, tasks.id))
    .where(and(eq(tasks.id, taskId), eq(tasks.ownerId, userId)))
    .orderBy(sql`${taskParts.state} not in ('failed', 'interrupted')`, taskParts.id)
    .limit(1)
  return part
}

export const findLastTask = async (tx: Tx, userId: number, deviceId: number) => {
  const [part] = await tx
    .select(partFields)
    .from(taskParts)
    .innerJoin(tasks, eq(tasks.id, taskParts.taskId))
    .where(and(eq(taskParts.deviceId, deviceId), eq(tasks.ownerId, userId)))
    .orderBy(desc(taskParts.id))
    .limit(1)
  return part
}

/** The user's own last closed screen of a device. */
export const findLastStream = async (tx: Tx, userId: number, deviceId: number) => {
  const [stream] = await tx
    .select()
    .from(streamTickets)
    .where(
      and(
        eq(streamTickets.userId, userId),
        eq(streamTickets.deviceId, deviceId),
        eq(streamTickets.kind, 'resume'),
        isNotNull(streamTickets.closedAt),
      ),
    )
    .orderBy(desc(streamTickets.createdAt))
    .limit(1)
  return stream
}
