import * as z from 'zod/mini'
import { liveKinds } from './kinds.ts'

export type { LiveEvent } from './kinds.ts'

/** What the server tells a client that listens, without being asked. */
export const liveEvent = z.discriminatedUnion('kind', [liveKinds.ready, liveKinds.task, liveKinds.unread])
