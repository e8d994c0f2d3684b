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
  /** Names this step of this part: the same in every run, so that what is done under it outside is done once. */
  readonly key: string
  /** What the steps before have kept. */
  readonly data: StepData
  /** Cancelled, too late, or not this worker's any more: the step is to end, and what it does then counts for nothing. */
  readonly signal: AbortSignal
  /** How much of this step is done, where that is known; never guessed. */
  progress(percent: number): void
}

/**
 * A step runs at least once: a worker may die after its work and before that is written down. So it, and what undoes it,
 * must bear a second run, and an undo also that its step never began.
 */
export interface TaskStep {
  /** What the person reads while it is done. */
  readonly name: string
  /** Its share of the whole, against the weights of the others. */
  readonly weight: number
  /** What it answers is kept for later steps before the next one begins. */
  readonly run: (context: StepContext) => Promise<StepData | void>
  readonly undo?: (context: Omit<StepContext, 'progress'>) => Promise<void>
  /** Once this step has begun, the part goes on to its end. */
  readonly canCancel?: false
}

export interface PartEnd {
  readonly part: PartRow
  readonly device: TaskDevice
  readonly state: TaskState
  /** Whether everything that was begun has also been taken back; of no meaning after a success. */
  readonly isUndone: boolean
}

export interface TaskDefinition {
  readonly kind: TaskKind
  /** From the beginning to the end, waiting included. */
  readonly deadlineMs: number
  /** Kept of that for undoing what was begun. */
  readonly undoMs: number
  readonly steps: readonly TaskStep[]
  /** Why it failed, in words for the person. */
  readonly describeFailure: (error: unknown) => string
  /** Not even while it waits. */
  readonly canCancel?: false
  /** The kind that tries it again; it is not tried again where there is none. */
  readonly retriedAs?: TaskKind
  /** What else belongs to the end, in its transaction. */
  readonly onEnd?: (tx: Tx, end: PartEnd) => Promise<void>
}

export const defineTask = (definition: TaskDefinition): TaskDefinition => {
  if (definition.steps.length === 0) throw new Error(`${definition.kind} does nothing`)
  return definition
}

export type TaskDefinitions = ReadonlyMap<TaskKind, TaskDefinition>

/** A kind in the database that this version does not know was written by a newer one. */
export const definitionOf = (definitions: TaskDefinitions, kind: TaskKind): TaskDefinition => {
  const definition = definitions.get(kind)
  if (!definition) throw new Error(`no definition of ${kind}`)
  return definition
}

/** Progress of a part that has done the steps before `step`, and so much of that one. */
export const progressAt = ({ steps }: TaskDefinition, step: number, percent: number): number => {
  const weightOf = (some: readonly TaskStep[]): number => some.reduce((sum, { weight }) => sum + weight, 0)
  const done = weightOf(steps.slice(0, step)) + ((steps[step]?.weight ?? 0) * Math.min(100, Math.max(0, percent))) / 100
  // Whole it is only when it is over.
  return Math.min(99, Math.floor((done / weightOf(steps)) * 100))
}

/** The steps during which a part can still be called back. */
export const cancellableSteps = ({ steps, canCancel }: TaskDefinition): number[] =>
  canCancel === false ? [] : steps.flatMap((step, index) => (step.canCancel === false ? [] : [index]))
