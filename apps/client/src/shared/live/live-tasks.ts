import { isTaskOver } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { create } from 'zustand'
import { useDeviceProgress } from '../devices/device-display.ts'
import { type Clock, systemClock } from '../platform/app/clock.ts'
import { session } from '../session/session.ts'
import { type KnownTask, newerTask } from './newer-task.ts'

export type KnownTasks = ReadonlyMap<number, KnownTask>

/** More than anybody follows at once; the oldest are forgotten first. */
const MAX_KNOWN = 200

const none: KnownTasks = new Map()

interface LiveTasks {
  readonly known: KnownTasks
  /** Everything that is under way is among them. */
  readonly isComplete: boolean
}

const nothing: LiveTasks = { known: none, isComplete: false }

/** Latest known state of tasks since the connection opened, shared by all pages. */
export const useLiveTasks = create<LiveTasks>(() => nothing)

useLiveTasks.subscribe(({ known }) => {
  const single = activeTasks(known).filter(({ deviceCount }) => deviceCount === 1)
  useDeviceProgress.setState(new Map(single.map(({ deviceId, progress }) => [deviceId, progress])), true)
})

// Tasks of one account are nothing to another.
session.store.subscribe((now, before) => {
  if (now.userId !== before.userId) useLiveTasks.setState(nothing)
})

export const mergeTasks = (tasks: readonly TaskRecord[], clock: Clock = systemClock): void => {
  const known = new Map(useLiveTasks.getState().known)
  for (const task of tasks) {
    const latest = { task, knownAtMs: clock() }
    const before = known.get(task.taskId)
    known.set(task.taskId, before ? newerTask(latest, before) : latest)
  }
  const newestFirst = [...known]
  newestFirst.sort(([one], [other]) => other - one)
  useLiveTasks.setState({ known: new Map(newestFirst.slice(0, MAX_KNOWN)) })
}

/** Adds a task that the user has just begun, unless its first event came before the answer. */
export const addBegunTask = (
  begun: Pick<TaskRecord, 'taskId' | 'kind' | 'deviceId' | 'deviceName' | 'deviceCount'> &
    Partial<Pick<TaskRecord, 'subject'>>,
  clock: Clock = systemClock,
): void => {
  if (useLiveTasks.getState().known.has(begun.taskId)) return
  const initial = { state: 'waiting', progress: 0, step: '', reason: '', succeededCount: 0, failedCount: 0 } as const
  mergeTasks(
    [{ subject: '', ...begun, ...initial, canCancel: true, canRetry: false, createdAt: clock(), endedAt: null }],
    clock,
  )
}

export const removeTask = (taskId: number): void => {
  const known = new Map(useLiveTasks.getState().known)
  known.delete(taskId)
  useLiveTasks.setState({ known })
}

export const setComplete = (isComplete: boolean): void => useLiveTasks.setState({ isComplete })

/** Known running tasks, newest first. */
export const activeTasks = (known: KnownTasks): readonly TaskRecord[] =>
  [...known.values()].map(({ task }) => task).filter(({ state }) => !isTaskOver(state))
