import { isTaskOver } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'

/** A task with the time at which it was received. */
export interface KnownTask {
  readonly task: TaskRecord
  readonly knownAtMs: number
}

/**
 * The newer of two states of one task. An event may overtake an answer in flight, so an ended task wins over a running
 * one, and more progress over less.
 */
export const newerTask = (one: KnownTask, other: KnownTask): KnownTask => {
  const [isOneOver, isOtherOver] = [isTaskOver(one.task.state), isTaskOver(other.task.state)]
  if (isOneOver !== isOtherOver) return isOneOver ? one : other
  if (!isOneOver && one.task.progress !== other.task.progress)
    return one.task.progress > other.task.progress ? one : other
  return one.knownAtMs > other.knownAtMs ? one : other
}
