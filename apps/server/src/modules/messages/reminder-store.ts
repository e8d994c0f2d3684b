import { sql } from 'drizzle-orm'
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { OutboxEvent } from '../../platform/outbox/events.ts'

/** Reminder times before the end. */
const MARKS_MS = [2 * 60 * MINUTE_MS, DAY_MS, 3 * DAY_MS] as const

export const AT_ONCE = 500

interface DeviceEnd extends Record<string, unknown> {
  readonly id: string
  readonly owner_id: string
  readonly name: string
  readonly key: string
  readonly expires_ms: number
}

const expiresMs = sql.raw('(extract(epoch from d.expires_at) * 1000)::bigint')

/** Not written yet, and not failed in this run. */
const isNotReminded = (failedKeys: readonly string[]) =>
  sql`not exists (select 1 from outbox o where o.key = due.key) and not (due.key = any(${sql.param([...failedKeys])}::text[]))`

/** Only the nearest reminder counts, and only if the device existed before it: a day's rental begins without one. */
export const findExpiring = async (db: Db, now: Date, failedKeys: readonly string[]): Promise<OutboxEvent[]> => {
  const [, , longestMs] = MARKS_MS
  const { rows } = await db.execute<DeviceEnd>(sql`
    select d.id, d.owner_id, d.name, due.key, ${expiresMs}::float8 as expires_ms
    from devices d
    cross join lateral (
      select mark_ms from unnest(${sql.param([...MARKS_MS])}::bigint[]) as marks (mark_ms)
      where d.expires_at <= ${now}::timestamptz + mark_ms * interval '1 millisecond'
      order by mark_ms limit 1
    ) mark
    cross join lateral (select 'deviceExpiring:' || d.id || ':' || ${expiresMs} || ':' || mark.mark_ms as key) due
    where d.state in ('running', 'stopped', 'faulty') and not d.is_metered and d.expires_at > ${now}
      and d.expires_at <= ${later(now, longestMs)}
      and d.expires_at - d.created_at > mark.mark_ms * interval '1 millisecond'
      and ${isNotReminded(failedKeys)}
    order by d.expires_at limit ${AT_ONCE}`)
  return rows.map((row) => {
    const { userId, key, device } = read(row)
    const payload = { ...device, remainingMs: row.expires_ms - now.getTime() }
    return { event: 'deviceExpiring', userId, key, payload }
  })
}

export const findExpired = async (db: Db, _now: Date, failedKeys: readonly string[]): Promise<OutboxEvent[]> => {
  const { rows } = await db.execute<DeviceEnd & { is_metered: boolean }>(sql`
    select d.id, d.owner_id, d.name, due.key, d.is_metered, ${expiresMs}::float8 as expires_ms
    from devices d
    cross join lateral (select 'deviceExpired:' || d.id || ':' || ${expiresMs} as key) due
    where d.state = 'expired' and d.state_deadline is not null
      and ${isNotReminded(failedKeys)}
    limit ${AT_ONCE}`)
  return rows.map((row) => {
    const { userId, key, device } = read(row)
    return { event: 'deviceExpired', userId, key, payload: { ...device, isMetered: row.is_metered } }
  })
}

const read = ({ id, owner_id, name, key, expires_ms }: DeviceEnd) => ({
  userId: Number(owner_id),
  key,
  device: { deviceId: Number(id), deviceName: name, expiresAt: expires_ms },
})
