import { isTaskOver, taskStateOf } from '@yunji/contract/devices/task/rules'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database.ts'
import type { Live } from '../live/live.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type PartRow, REFUSED, type TaskDefinitions } from './definition.ts'
import type { SettledState, TaskDevices } from './device-port.ts'
import { closePart, listPartStates, listParts, lockDevices, lockTask, writeTaskState } from './store.ts'
import { eventsOfTask } from './task-messages.ts'

export interface EndDeps {
  readonly clock: Clock
  readonly definitions: TaskDefinitions
  readonly devices: TaskDevices
  readonly live: Live
  readonly outbox: Outbox
}

interface PartEnding {
  readonly part: PartRow
  /** Attempt of the worker that ends it; absent when ended from outside. */
  readonly attempt?: number
  readonly state: 'succeeded' | 'failed' | 'interrupted'
  readonly reason: string
  /** New state of its device; null when the caller has settled it. */
  readonly into: SettledState | null
  readonly isUndone: boolean
  readonly isCancelled?: boolean
  /** Ends it only if its deadline is not after this. */
  readonly dueBy?: Date
}

const MOVED = '设备状态已变化，任务已中断'

/**
 * Ends a part with all consequences in one transaction: its device leaves the busy state, its task ends with its last
 * part, and messages are written. False when it had ended before.
 */
export const endPart = async (deps: EndDeps, tx: Tx, ending: PartEnding): Promise<boolean> => {
  const { part, attempt, isUndone, isCancelled = false, dueBy } = ending
  const into = part.isBeside ? null : ending.into
  const [device] = await lockDevices(tx, [part.deviceId])
  const task = await lockTask(tx, part.taskId)
  if (!device || !task) return false
  // Code that moves a device must end its task too; this catches code that does not.
  const isMoved = into !== null && device.stateCount !== part.deviceStateCount
  const { state, reason } = isMoved ? { state: 'interrupted' as const, reason: MOVED } : ending
  const endedAt = deps.clock.now()
  const closed = await closePart(tx, { partId: part.id, attempt, state, reason, isCancelled, dueBy, endedAt })
  if (!closed) return false
  if (into && !isMoved) await deps.devices.settle(tx, { deviceId: device.id, stateCount: device.stateCount }, into)
  const isRefused = closed.data['isRefused'] === REFUSED.isRefused
  // Optional: a kind that only a newer version knows ends all the same.
  await deps.definitions.get(task.kind)?.onEnd?.(tx, { part: closed, device, state, isUndone, isRefused })
  const taskState = taskStateOf(await listPartStates(tx, task.id))
  const isOver = isTaskOver(taskState)
  await writeTaskState(tx, task.id, taskState, isOver ? endedAt : null)
  if (isOver && task.scheduleRunId === null)
    await deps.outbox.addAll(tx, eventsOfTask(task, await listParts(tx, [task.id])))
  await deps.live.notify(tx, task.ownerId, { taskId: task.id })
  return true
}
