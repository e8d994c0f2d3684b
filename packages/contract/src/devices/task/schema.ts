import * as z from 'zod/mini'
import { count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { type TaskState, taskKinds } from './rules.ts'

const taskStates = ['waiting', 'working', 'succeeded', 'failed', 'interrupted'] as const satisfies readonly TaskState[]

const progress = z.int().check(z.minimum(0), z.maximum(100))

/** Progress on one device. */
export const taskPart = z.object({
  deviceId: positiveId,
  deviceName: shortText,
  state: z.enum(taskStates),
  progress,
  /** Current step. */
  step: shortText,
  /** Failure text; empty otherwise. */
  reason: longText,
})
export type TaskPart = z.output<typeof taskPart>

export const taskRecord = z.object({
  taskId: positiveId,
  kind: z.enum(taskKinds),
  /** Name of the app or file that the task is about; empty for most kinds. */
  subject: longText,
  state: z.enum(taskStates),
  progress,
  /** Current step of a single device; empty for several. */
  step: shortText,
  /** Of a single device, or of the first that failed. */
  reason: longText,
  /** The first of its devices. */
  deviceId: positiveId,
  deviceName: shortText,
  deviceCount: count,
  succeededCount: count,
  failedCount: count,
  canCancel: z.boolean(),
  /** A part failed and was not retried yet. */
  canRetry: z.boolean(),
  createdAt: epochMillis,
  endedAt: z.nullable(epochMillis),
})
export type TaskRecord = z.output<typeof taskRecord>

export const taskInfo = z.object({
  ...taskRecord.shape,
  deadlineAt: epochMillis,
  /** The task that this one retries, and the one that retries this. */
  retryOf: z.nullable(positiveId),
  retriedBy: z.nullable(positiveId),
  parts: z.array(taskPart),
})
export type TaskInfo = z.output<typeof taskInfo>

/** Kinds in a query, separated by commas. */
export const taskKindList = z.pipe(
  z.string().check(z.maxLength(taskKinds.length * 20), z.regex(/^[A-Za-z]+(?:,[A-Za-z]+)*$/)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(z.enum(taskKinds)).check(z.maxLength(taskKinds.length)),
  ),
)

/** The lists that the task centre shows. */
export const taskFilters = ['all', 'active', 'failed'] as const
export type TaskFilter = (typeof taskFilters)[number]
