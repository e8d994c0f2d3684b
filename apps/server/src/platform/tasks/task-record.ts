import { isRetryable, isTaskOver, taskProgressOf, taskStateOf } from '@yunji/contract/devices/task/rules'
import type { TaskInfo, TaskPart, TaskRecord } from '@yunji/contract/devices/task/schema'
import { cancellableSteps, type PartRow, type TaskDefinition } from './definition.ts'
import type { TaskRow } from './store.ts'

const GOING_BACK = '正在撤回'

/** Text of the current step; empty while waiting and after the end. */
const stepOf = ({ steps }: TaskDefinition, { state, direction, step, isCancelled }: PartRow): string => {
  if (state !== 'working') return ''
  return direction === 'back' || isCancelled ? GOING_BACK : (steps[Math.min(step, steps.length - 1)]?.name ?? '')
}

const canCancelPart = (definition: TaskDefinition, { state, direction, step, isCancelled }: PartRow): boolean => {
  if (state === 'waiting') return definition.canCancel !== false
  return state === 'working' && direction === 'forward' && !isCancelled && cancellableSteps(definition).includes(step)
}

export interface TaskWithParts {
  readonly task: TaskRow
  readonly parts: readonly PartRow[]
  /** Task that retries it. */
  readonly retriedBy: number | null
}

export const toTaskRecord = (definition: TaskDefinition, { task, parts, retriedBy }: TaskWithParts): TaskRecord => {
  const [first] = parts
  const isSingle = parts.length === 1
  const unsuccessful = parts.filter(({ state }) => isRetryable(state))
  const blamed = unsuccessful.find(({ state }) => state === 'failed') ?? unsuccessful[0]
  const state = taskStateOf(parts)
  return {
    taskId: task.id,
    kind: task.kind,
    subject: task.subject,
    state,
    progress: taskProgressOf(parts),
    step: isSingle && first ? stepOf(definition, first) : '',
    reason: blamed?.reason ?? '',
    deviceId: first?.deviceId ?? 0,
    deviceName: first?.deviceName ?? '',
    deviceCount: parts.length,
    succeededCount: parts.filter((part) => part.state === 'succeeded').length,
    failedCount: unsuccessful.length,
    canCancel: parts.some((part) => canCancelPart(definition, part)),
    canRetry: isTaskOver(state) && unsuccessful.length > 0 && retriedBy === null && definition.retriedAs !== undefined,
    createdAt: task.createdAt.getTime(),
    endedAt: task.endedAt?.getTime() ?? null,
  }
}

export const toTaskInfo = (definition: TaskDefinition, found: TaskWithParts): TaskInfo => ({
  ...toTaskRecord(definition, found),
  deadlineAt: found.task.deadlineAt.getTime(),
  retryOf: found.task.retryOf,
  retriedBy: found.retriedBy,
  parts: found.parts.map(
    (part): TaskPart => ({
      deviceId: part.deviceId,
      deviceName: part.deviceName,
      state: part.state,
      progress: part.progress,
      step: stepOf(definition, part),
      reason: isRetryable(part.state) ? part.reason : '',
    }),
  ),
})
