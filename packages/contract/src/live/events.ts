import * as z from 'zod/mini'
import { unreadCounts } from '../message/unread-schema.ts'
import { taskRecord } from '../task/schema.ts'

/** What the server tells a client that listens, without being asked. Each carries the whole of what it is about. */
export const liveEvent = z.discriminatedUnion('kind', [
  /** The connection stands; whatever happened before is read by calls. */
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('task'), task: taskRecord }),
  z.object({ kind: z.literal('unread'), unread: unreadCounts }),
])
export type LiveEvent = z.output<typeof liveEvent>
