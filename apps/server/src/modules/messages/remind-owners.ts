import { forEachBatch } from '../../platform/each-row.ts'
import type { Job } from '../../platform/jobs.ts'
import type { OutboxEvent } from '../../platform/outbox/events.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { MessageDeps } from './deps.ts'
import { AT_ONCE, findExpired, findExpiring, findSpaceEnding } from './reminder-store.ts'

const REMIND = 'messages.remind'

interface ReminderDeps extends Pick<MessageDeps, 'database' | 'clock' | 'log'> {
  readonly outbox: Outbox
}

/**
 * Reminds owners before a rental or a plan of cloud space ends and when a rental has ended. A renewal has a new end and new reminders; each is sent once
 * per end. Any process may run it.
 */
export const remindJob = (deps: ReminderDeps): Job<object> => ({
  name: REMIND,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '* * * * *',
  run: () => remind(deps),
})

export const remind = async ({ database: { db }, clock, log, outbox }: ReminderDeps): Promise<void> => {
  const now = clock.now()
  const work = { job: REMIND, log, fields: ({ event, userId, key }: OutboxEvent) => ({ event, userId, key }) }
  for (const find of [findExpiring, findExpired, findSpaceEnding]) {
    const failed: OutboxEvent[] = []
    let found = AT_ONCE
    while (found === AT_ONCE) {
      const failedKeys = failed.map(({ key }) => key)
      const events = await find(db, now, failedKeys)
      failed.push(...(await forEachBatch(work, events, (some) => db.transaction((tx) => outbox.addAll(tx, some)))))
      found = events.length
    }
  }
}
