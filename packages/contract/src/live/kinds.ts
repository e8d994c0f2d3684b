import * as z from 'zod/mini'
import { unreadCounts } from '../message/unread-schema.ts'
import { taskRecord } from '../task/schema.ts'

/** What is told, by its kind. Apart from their union, which a client that reads one at a time need not load. */
export const liveKinds = {
  /** The connection stands; whatever happened before is read by calls. */
  ready: z.object({ kind: z.literal('ready') }),
  task: z.object({ kind: z.literal('task'), task: taskRecord }),
  unread: z.object({ kind: z.literal('unread'), unread: unreadCounts }),
}

/** Each carries the whole of what it is about. */
export type LiveEvent = z.output<(typeof liveKinds)[keyof typeof liveKinds]>
