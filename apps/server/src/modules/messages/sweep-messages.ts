import { MESSAGES_KEPT_DAYS } from '@yunji/contract/messages/rules'
import { DAY_MS, later } from '../../platform/clock.ts'
import { forEachBatch } from '../../platform/each-row.ts'
import type { Job } from '../../platform/jobs.ts'
import { createFailureLog, deleteOldRows, MOST_FAILURES } from '../../platform/retention.ts'
import { deleteLocked, deliveredBefore, listMessagesBefore, type OldMessage } from './change-store.ts'
import type { MessageDeps } from './deps.ts'
import { runThrottled } from './throttled-loop.ts'
import { lockMessages } from './unread-store.ts'

const AT_ONCE = 500
const SWEEP_MESSAGES = 'messages.sweep'

type SweepDeps = Pick<MessageDeps, 'database' | 'clock' | 'log' | 'live'>

/** Deletes old messages in batches, and then their events and notices. */
export const sweepMessagesJob = (deps: SweepDeps): Job<object> => ({
  name: SWEEP_MESSAGES,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '47 * * * *',
  run: async (_data, signal) => {
    const before = later(deps.clock.now(), -MESSAGES_KEPT_DAYS * DAY_MS)
    const failed: OldMessage[] = []
    const failureLog = createFailureLog(deps.log)
    await runThrottled(() => dropMessages({ ...deps, log: failureLog.of(failed.length) }, before, failed), signal)
    failureLog.sumUp({ job: SWEEP_MESSAGES, table: 'messages' }, failed.length)
    await deleteOldRows(deps.database.db, { job: SWEEP_MESSAGES, log: deps.log, signal }, deliveredBefore(before))
  },
})

/** True when there may be more; messages that cannot be deleted are added to `failed` and skipped. */
const dropMessages = async ({ database, log, live }: SweepDeps, before: Date, failed: OldMessage[]) => {
  const rows = await listMessagesBefore(database.db, before, failed, AT_ONCE)
  const work = { job: SWEEP_MESSAGES, log, fields: ({ id }: OldMessage) => ({ messageId: id }) }
  const failedNow = await forEachBatch(work, rows, (some) =>
    database.db.transaction(async (tx) => {
      const userIds = [...new Set(some.map((row) => Number(row.user_id)))]
      await lockMessages(tx, userIds)
      await deleteLocked(
        tx,
        userIds,
        some.map(({ id }) => Number(id)),
      )
      await live.notifyMany(tx, userIds, 'unread')
    }),
  )
  failed.push(...failedNow)
  return rows.length === AT_ONCE && failed.length < MOST_FAILURES
}
