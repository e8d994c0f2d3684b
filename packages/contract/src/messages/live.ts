import * as z from 'zod/mini'
import { taskRecord } from '../devices/task/schema.ts'
import { unreadCounts } from './schema.ts'

/** The events by kind; a client parses one kind at a time. */
export const liveKinds = {
  /** The connection is open; earlier changes are read by calls. */
  ready: z.object({ kind: z.literal('ready') }),
  task: z.object({ kind: z.literal('task'), task: taskRecord }),
  unread: z.object({ kind: z.literal('unread'), unread: unreadCounts }),
}

/** Each carries the whole of what it is about. */
export type LiveEvent = z.output<(typeof liveKinds)[keyof typeof liveKinds]>

/** Event that the server pushes to a subscribed client. */
export const liveEvent = z.discriminatedUnion('kind', [liveKinds.ready, liveKinds.task, liveKinds.unread])
