import { isTaskOver } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'

/** A task with the time at which it was received. */
export interface KnownTask {
  readonly task: TaskRecord
  readonly knownAtMs: number
}

/**
 * Which of two tellings of one task stands. An answer may have been on its way while an event overtook it: what is over
 * is not under way again, and what is under way does not go back.
 */
export const newerTask = (one: KnownTask, other: KnownTask): KnownTask => {
  const [isOneOver, isOtherOver] = [isTaskOver(one.task.state), isTaskOver(other.task.state)]
  if (isOneOver !== isOtherOver) return isOneOver ? one : other
  if (!isOneOver && one.task.progress !== other.task.progress)
    return one.task.progress > other.task.progress ? one : other
  return one.knownAtMs > other.knownAtMs ? one : other
}
