import * as z from 'zod/mini'
import { count, epochMillis, longText, positiveId } from '../../wire/fields.ts'
import { installedApp } from '../device/schema.ts'

export const appFileId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** Uploaded file that waits for phones. */
export const appFile = z.object({
  fileId: appFileId,
  name: longText,
  sizeBytes: count,
  keptUntil: epochMillis,
})
export type AppFile = z.output<typeof appFile>

/** App on at least one of several phones. */
export const commonApp = z.object({
  ...installedApp.shape,
  deviceCount: count,
  /** Devices of the caller on which it starts after a reboot. */
  keptAliveCount: count,
})
export type CommonApp = z.output<typeof commonApp>

/** A device that did not take a task, with the code and text that a call for it alone would answer. */
const taskRefusal = z.object({ deviceId: positiveId, code: z.int(), msg: z.string() })

export const begunAppTask = z.object({
  /** Null when no device took it. */
  taskId: z.nullable(positiveId),
  refusals: z.array(taskRefusal),
})
export type BegunAppTask = z.output<typeof begunAppTask>
