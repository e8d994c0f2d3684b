import { MESSAGES_KEPT_DAYS } from '@yunji/contract/message/limits'
import { sql } from 'drizzle-orm'
import { DAY_MS, later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { deleteHeld } from './changes.ts'
import { holdMessages } from './counts.ts'
import type { MessageDeps } from './deps.ts'
import { inTurns } from './in-turns.ts'

const AT_ONCE = 500

/** Drops messages that are too old, some at a time, and then what they were made of. */
export const sweepMessagesJob = (deps: Pick<MessageDeps, 'database' | 'clock' | 'live'>): Job<object> => ({
  name: 'messages.sweep',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '47 * * * *',
  run: async (_data, signal) => {
    const { db } = deps.database
    const before = later(deps.clock.now(), -MESSAGES_KEPT_DAYS * DAY_MS)
    const hasMore = (drop: (tx: Tx) => Promise<number>) => db.transaction(async (tx) => (await drop(tx)) === AT_ONCE)
    await inTurns(() => hasMore((tx) => dropMessages(deps, tx, before)), signal)
    await inTurns(() => hasMore((tx) => dropEvents(tx, before)), signal)
    await db.execute(sql`
      delete from notices n where ended_at < ${before}
        and not exists (select 1 from messages m where m.notice_id = n.id)`)
  },
})

const dropMessages = async ({ live }: Pick<MessageDeps, 'live'>, tx: Tx, before: Date): Promise<number> => {
  const { rows } = await tx.execute<{ id: string; user_id: string }>(
    sql`select id, user_id from messages where created_at < ${before} order by created_at limit ${AT_ONCE}`,
  )
  if (rows.length === 0) return 0
  const userIds = [...new Set(rows.map((row) => Number(row.user_id)))]
  await holdMessages(tx, userIds)
  const ids = rows.map(({ id }) => Number(id))
  await deleteHeld(tx, userIds, ids)
  await live.tellMany(tx, userIds, 'unread')
  return rows.length
}

const dropEvents = async (tx: Tx, before: Date): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from outbox where id in (
      select id from outbox where delivered_at < ${before} order by delivered_at limit ${AT_ONCE} for update skip locked
    )`)
  return rowCount ?? 0
}
