import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { TicketContext } from '@yunji/contract/service/schema'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  findLastStream,
  findLastTask,
  findOwnInterruption,
  findOwnOrder,
  findOwnTask,
  findSeenDevice,
} from './context-store.ts'

export interface ContextRequest {
  readonly orderId?: number | undefined
  readonly deviceId?: number | undefined
  readonly taskId?: number | undefined
  readonly interruptionId?: number | undefined
}

/**
 * State of what a ticket is about, at the time it is opened. Read here and never from the request, and only where the
 * caller may see it: something missing and something foreign refuse the ticket alike.
 */
export const takeContext = async (
  tx: Tx,
  userId: number,
  { orderId, deviceId, taskId, interruptionId }: ContextRequest,
  now: Date,
): Promise<TicketContext> => {
  if ([orderId, deviceId, taskId, interruptionId].every((id) => id === undefined)) return {}
  const interruption = interruptionId === undefined ? undefined : await findOwnInterruption(tx, userId, interruptionId)
  if (interruptionId !== undefined && !interruption) throw new AppError('NOT_FOUND')
  const task = taskId === undefined ? undefined : await findOwnTask(tx, userId, taskId)
  if (taskId !== undefined && !task) throw new AppError('NOT_FOUND')
  const order = orderId === undefined ? undefined : await orderPart(tx, userId, orderId)
  const aboutId = deviceId ?? task?.deviceId ?? interruption?.deviceId
  const device = aboutId === undefined ? undefined : await devicePart(tx, userId, aboutId, now)
  // The device of an old task may be released; one that was named must be seen.
  if (deviceId !== undefined && !device) throw new AppError('NOT_FOUND')
  const lastTask = task ?? (device && (await findLastTask(tx, userId, device.deviceId)))
  const stream = device && (await streamPart(tx, userId, device.deviceId))
  return {
    takenAt: now.getTime(),
    ...(device && { device }),
    ...(lastTask && { task: taskPartOf(lastTask) }),
    ...(stream && { stream }),
    ...(order && { order }),
    ...(interruption && { interruption: interruptionPartOf(interruption) }),
  }
}

const orderPart = async (tx: Tx, userId: number, orderId: number): Promise<TicketContext['order']> => {
  const order = await findOwnOrder(tx, userId, orderId)
  if (!order) throw new AppError('NOT_FOUND')
  const { kind, title, state, payableCents, failure, createdAt, paidAt } = order
  return {
    orderId,
    kind,
    title: title.slice(0, 64),
    status: OrderStatus[state],
    payableCents,
    failure,
    createdAt: createdAt.getTime(),
    paidAt: paidAt?.getTime() ?? null,
  }
}

const devicePart = async (tx: Tx, userId: number, deviceId: number, now: Date): Promise<TicketContext['device']> => {
  const found = await findSeenDevice(tx, userId, deviceId, now)
  if (!found) return undefined
  const { name, state, version, imageVersion, isMetered, expiresAt, faultySince } = found.device
  return {
    deviceId,
    name,
    state,
    zoneName: found.zoneName,
    version,
    imageVersion,
    isMetered,
    expiresAt: expiresAt.getTime(),
    faultySince: faultySince?.getTime() ?? null,
  }
}

type Task = NonNullable<Awaited<ReturnType<typeof findOwnTask>>>

const taskPartOf = ({ taskId, kind, state, reason, createdAt, endedAt }: Task): TicketContext['task'] => ({
  taskId,
  kind,
  state,
  reason,
  createdAt: createdAt.getTime(),
  endedAt: endedAt?.getTime() ?? null,
})

const interruptionPartOf = (
  row: NonNullable<Awaited<ReturnType<typeof findOwnInterruption>>>,
): TicketContext['interruption'] => ({
  interruptionId: row.id,
  cause: row.cause,
  fault: row.fault,
  startedAt: row.startedAt.getTime(),
  endedAt: row.endedAt?.getTime() ?? null,
  creditedSeconds: row.creditedSeconds,
  correction: row.correction,
})

const streamPart = async (tx: Tx, userId: number, deviceId: number): Promise<TicketContext['stream']> => {
  const stream = await findLastStream(tx, userId, deviceId)
  if (!stream?.closedAt) return undefined
  const { createdAt, closedAt, sentFrames, skippedFrames, sentBytes } = stream
  const times = { openedAt: createdAt.getTime(), closedAt: closedAt.getTime() }
  return { ...times, frames: sentFrames, skippedFrames, bytes: sentBytes }
}
