import { isTaskOver, taskStateOf } from '@yunji/contract/devices/task/rules'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database.ts'
import type { Live } from '../live/live.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { PartRow, TaskDefinitions } from './definition.ts'
import type { SettledState, TaskDevices } from './device-port.ts'
import { closePart, listParts, lockDevices, lockTask, writeTaskState } from './store.ts'
import { eventsOfPart, eventsOfTask } from './task-messages.ts'

export interface EndDeps {
  readonly clock: Clock
  readonly definitions: TaskDefinitions
  readonly devices: TaskDevices
  readonly live: Live
  readonly outbox: Outbox
}

interface PartEnding {
  readonly part: PartRow
  /** Of the worker that ends it; absent where it is ended from outside. */
  readonly attempt?: number
  readonly state: 'succeeded' | 'failed' | 'interrupted'
  readonly reason: string
  /** What its device is from now on; nothing where somebody else has settled it. */
  readonly into: SettledState | null
  readonly isUndone: boolean
  readonly isCancelled?: boolean
  /** Only when its deadline has come by then. */
  readonly dueBy?: Date
}

const MOVED = '设备状态已变化，任务已中断'

/**
 * Ends a part and everything that hangs on it in one transaction: its device leaves the state that it was busy in, its
 * task is over with its last part, and whoever is to know is told. Answers false when it had ended before.
 */
export const endPart = async (deps: EndDeps, tx: Tx, ending: PartEnding): Promise<boolean> => {
  const { part, attempt, into, isUndone, isCancelled = false, dueBy } = ending
  const [device] = await lockDevices(tx, [part.deviceId])
  const task = await lockTask(tx, part.taskId)
  if (!device || !task) return false
  // Whoever moves a device ends its work with it; this is for whoever does not know of that.
  const isMoved = into !== null && device.stateCount !== part.deviceStateCount
  const { state, reason } = isMoved ? { state: 'interrupted' as const, reason: MOVED } : ending
  const endedAt = deps.clock.now()
  const closed = await closePart(tx, { partId: part.id, attempt, state, reason, isCancelled, dueBy, endedAt })
  if (!closed) return false
  if (into && !isMoved) await deps.devices.settle(tx, { deviceId: device.id, stateCount: device.stateCount }, into)
  // A kind that only a newer version knows ends all the same.
  await deps.definitions.get(task.kind)?.onEnd?.(tx, { part: closed, device, state, isUndone })
  const parts = await listParts(tx, [task.id])
  const taskState = taskStateOf(parts)
  const isOver = isTaskOver(taskState)
  await writeTaskState(tx, task.id, taskState, isOver ? endedAt : null)
  await deps.outbox.addAll(tx, [...eventsOfPart(task, closed), ...(isOver ? eventsOfTask(task, parts) : [])])
  await deps.live.notify(tx, task.ownerId, { taskId: task.id })
  return true
}
