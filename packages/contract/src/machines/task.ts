import type { Machine } from './machine.ts'

export type TaskState = 'waiting' | 'working' | 'succeeded' | 'failed' | 'interrupted'

export type TaskEvent =
  | 'begin'
  /** Its worker died and another one goes on. */
  | 'takeUp'
  | 'finish'
  /** The work itself did not succeed. */
  | 'fail'
  /** Ended from outside: by its deadline, its owner, or a device that is gone. */
  | 'interrupt'

const QUEUE_MS = 10 * 60_000

/** Long work on a device or a file. It ends once: trying again is a new task, so that the history tells what happened. */
export const taskMachine: Machine<TaskState, TaskEvent> = {
  name: 'task',
  initial: 'waiting',
  states: {
    waiting: {
      on: { begin: 'working', interrupt: 'interrupted' },
      deadline: { event: 'interrupt', afterMs: QUEUE_MS },
    },
    working: {
      on: { takeUp: 'working', finish: 'succeeded', fail: 'failed', interrupt: 'interrupted' },
      deadline: { event: 'interrupt' },
    },
    succeeded: { on: { finish: 'succeeded' }, rests: true },
    failed: { on: { fail: 'failed' }, rests: true },
    interrupted: { on: { interrupt: 'interrupted' }, rests: true, refusal: 'TASK_INTERRUPTED' },
  },
}
