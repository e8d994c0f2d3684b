import type { TaskState } from '../machines/task.ts'

interface Part {
  readonly state: TaskState
  /** 0 to 100. */
  readonly progress: number
}

export const isTaskOver = (state: TaskState): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'interrupted'

/** What can be tried again: everything that ended without success. */
export const isTryable = (state: TaskState): boolean => state === 'failed' || state === 'interrupted'

/** A part that is over counts as whole, however it ended: nothing of it is still to come. */
export const progressOf = (parts: readonly Part[]): number => {
  if (parts.length === 0) return 0
  const sum = parts.reduce((total, { state, progress }) => total + (isTaskOver(state) ? 100 : progress), 0)
  return Math.floor(sum / parts.length)
}

/** How a task stands by its parts: it is over when all of them are, and has succeeded only when all of them have. */
export const stateOf = (parts: readonly Pick<Part, 'state'>[]): TaskState => {
  const has = (state: TaskState): boolean => parts.some((part) => part.state === state)
  if (parts.some(({ state }) => !isTaskOver(state))) {
    return parts.every(({ state }) => state === 'waiting') ? 'waiting' : 'working'
  }
  if (has('failed')) return 'failed'
  return has('interrupted') ? 'interrupted' : 'succeeded'
}
