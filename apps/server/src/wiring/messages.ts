import { deliverJob, type MessageDeps, messageRoutes, readCounts } from '../modules/messages/index.ts'
import { createOutbox } from '../platform/outbox/outbox.ts'
import { unreadOf } from '../platform/unread/counters.ts'

type Outside = MessageDeps

/** Everything that people are told. */
export const wireMessages = (outside: Outside) => ({
  outbox: createOutbox(outside),
  bindings: messageRoutes(outside),
  jobs: [deliverJob(outside)],
  /** For whoever listens live. */
  readUnread: async (userId: number) => unreadOf(await readCounts(outside.database.db, userId)),
})
