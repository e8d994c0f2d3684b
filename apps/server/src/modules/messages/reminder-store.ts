import { gigabytes, SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { sql } from 'drizzle-orm'
import { DAY_MS, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { OutboxEvent } from '../../platform/outbox/events.ts'

/** Reminder times before the end. */
const MARKS_MS = [2 * 60 * MINUTE_MS, DAY_MS, 3 * DAY_MS] as const

/** Reminder times before the end of a plan of cloud space. */
const SPACE_MARKS_MS = [DAY_MS, 7 * DAY_MS] as const

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
    where d.state in ('running', 'stopped', 'faulty') and not d.is_metered and not d.is_trial and d.expires_at > ${now}
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

interface PlanEnd extends Record<string, unknown> {
  readonly user_id: string
  readonly key: string
  readonly size_gb: number
  readonly ends_ms: number
  readonly used_bytes: number
  readonly left_gb: number
}

/** Like `findExpiring`; with what would be over the quota that the user's other plans leave. */
export const findSpaceEnding = async (db: Db, now: Date, failedKeys: readonly string[]): Promise<OutboxEvent[]> => {
  const [, longestMs] = SPACE_MARKS_MS
  const { rows } = await db.execute<PlanEnd>(sql`
    select g.user_id, due.key, g.size_gb, (extract(epoch from g.ends_at) * 1000)::float8 as ends_ms,
      coalesce(u.file_bytes + u.backup_bytes, 0)::float8 as used_bytes,
      (select coalesce(sum(o.size_gb), 0)::int from space_grants o
        where o.user_id = g.user_id and o.ends_at > g.ends_at) as left_gb
    from space_grants g
    left join space_usage u on u.user_id = g.user_id
    cross join lateral (
      select mark_ms from unnest(${sql.param([...SPACE_MARKS_MS])}::bigint[]) as marks (mark_ms)
      where g.ends_at <= ${now}::timestamptz + mark_ms * interval '1 millisecond'
      order by mark_ms limit 1
    ) mark
    cross join lateral (select 'spaceEnding:' || g.order_id || ':' || mark.mark_ms as key) due
    where g.ends_at > ${now} and g.ends_at <= ${later(now, longestMs)}
      and g.ends_at - g.starts_at > mark.mark_ms * interval '1 millisecond'
      and ${isNotReminded(failedKeys)}
    order by g.ends_at limit ${AT_ONCE}`)
  return rows.map(({ user_id, key, size_gb: sizeGb, ends_ms: endsAt, used_bytes, left_gb }) => {
    const overBytes = Math.max(0, used_bytes - SPACE_FREE_BYTES - gigabytes(left_gb))
    return { event: 'spaceEnding', userId: Number(user_id), key, payload: { sizeGb, endsAt, overBytes } }
  })
}

const read = ({ id, owner_id, name, key, expires_ms }: DeviceEnd) => ({
  userId: Number(owner_id),
  key,
  device: { deviceId: Number(id), deviceName: name, expiresAt: expires_ms },
})
