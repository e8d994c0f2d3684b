import type { TaskKind, TaskState } from '@yunji/contract/devices/task/rules'
import type { devices } from '../../tables/devices.ts'
import type { taskParts } from '../../tables/tasks.ts'
import type { Tx } from '../database.ts'

export type PartRow = typeof taskParts.$inferSelect
export type TaskDevice = typeof devices.$inferSelect
type StepData = Readonly<Record<string, unknown>>

export interface StepContext {
  readonly device: TaskDevice
  readonly part: PartRow
  /** Idempotency key of this step of this part, the same in every run, for effects outside the database. */
  readonly key: string
  /** Arguments of the task. */
  readonly input: StepData
  /** Data kept by earlier steps. */
  readonly data: StepData
  /** User who began the task. */
  readonly userId: number
  /** Aborted when cancelled, late, or taken over by another worker: the step must end, and its result is ignored. */
  readonly signal: AbortSignal
  /** Reports the measured share of this step; never an estimate. */
  progress(percent: number): void
}

/**
 * A step runs at least once: a worker may die after its work and before recording it. So it and its undo must be
 * idempotent, and an undo must also bear that its step never began.
 */
export interface TaskStep {
  /** Shown to the user while the step runs. */
  readonly name: string
  /** Share of the progress, relative to the other steps. */
  readonly weight: number
  /** The result is stored for later steps before the next one begins. */
  readonly run: (context: StepContext) => Promise<StepData | void>
  readonly undo?: (context: Omit<StepContext, 'progress'>) => Promise<void>
  /** Failures that came before any effect: such a step is not undone. */
  readonly isRefusal?: (error: unknown) => boolean
  /** Once this step has begun, the part can no longer be cancelled. */
  readonly canCancel?: false
}

export interface PartEnd {
  readonly part: PartRow
  readonly device: TaskDevice
  readonly state: TaskState
  /** True when every step begun was undone; meaningless after a success. */
  readonly isUndone: boolean
  /** The first step was refused: no step had any effect. */
  readonly isRefused: boolean
}

export interface TaskDefinition {
  readonly kind: TaskKind
  /** From creation to the end, waiting included. */
  readonly deadlineMs: number
  /** Part of the deadline that is reserved for undoing. */
  readonly undoMs: number
  readonly steps: readonly TaskStep[]
  /** Failure text for the user. */
  readonly describeFailure: (error: unknown) => string
  /** Not cancellable, not even while waiting. */
  readonly canCancel?: false
  /** Works beside the use of the device, which stays running. */
  readonly isBeside?: true
  /** Kind of the retry; not retryable when absent. */
  readonly retriedAs?: TaskKind
  /** Further writes in the transaction of the end. */
  readonly onEnd?: (tx: Tx, end: PartEnd) => Promise<void>
}

export const defineTask = (definition: TaskDefinition): TaskDefinition => {
  if (definition.steps.length === 0) throw new Error(`${definition.kind} does nothing`)
  return definition
}

/** Kept with a part whose first step was refused. */
export const REFUSED = { isRefused: true } as const

export type TaskDefinitions = ReadonlyMap<TaskKind, TaskDefinition>

/** Throws for an unknown kind: a newer version wrote it. */
export const definitionOf = (definitions: TaskDefinitions, kind: TaskKind): TaskDefinition => {
  const definition = definitions.get(kind)
  if (!definition) throw new Error(`no definition of ${kind}`)
  return definition
}

/** Progress of a part with all steps before `step` done, and this share of that one. */
export const progressAt = ({ steps }: TaskDefinition, step: number, percent: number): number => {
  const weightOf = (some: readonly TaskStep[]): number => some.reduce((sum, { weight }) => sum + weight, 0)
  const done = weightOf(steps.slice(0, step)) + ((steps[step]?.weight ?? 0) * Math.min(100, Math.max(0, percent))) / 100
  // 100 is reserved for the end.
  return Math.min(99, Math.floor((done / weightOf(steps)) * 100))
}

/** Steps during which a part can still be cancelled. */
export const cancellableSteps = ({ steps, canCancel }: TaskDefinition): number[] =>
  canCancel === false ? [] : steps.flatMap((step, index) => (step.canCancel === false ? [] : [index]))
