import {
  announceAgreement,
  broadcastJob,
  deliverJob,
  endNoticesJob,
  type MessageDeps,
  markNoticesRead,
  messageRoutes,
  publishNotice,
  readCounts,
  remindJob,
  sendDigests,
  sendJob,
  startNoticesJob,
  sweepMessagesJob,
} from '../modules/messages/index.ts'
import { createOutbox } from '../platform/outbox/outbox.ts'
import { unreadOf } from '../platform/unread/counters.ts'

const DIGEST_EVERY_MS = 60_000

export const wireMessages = (shared: MessageDeps) => {
  const outbox = createOutbox(shared)
  const deps = { ...shared, outbox }
  return {
    outbox,
    publishNotice: publishNotice(deps),
    announceAgreement: announceAgreement(deps),
    readNotices: markNoticesRead(deps),
    bindings: messageRoutes(deps),
    jobs: [
      deliverJob(deps),
      broadcastJob(deps),
      startNoticesJob(deps),
      endNoticesJob(deps),
      sendJob(deps),
      remindJob(deps),
      sweepMessagesJob(deps),
    ],
    periodicJobs: [{ name: 'messages.digest', everyMs: DIGEST_EVERY_MS, run: sendDigests(deps) }],
    /** For live connections. */
    readUnread: async (userId: number) => unreadOf(await readCounts(shared.database.db, userId)),
  }
}
