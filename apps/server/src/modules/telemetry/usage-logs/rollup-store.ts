import { lt } from 'drizzle-orm'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { listDays } from '../../../platform/day-partitions.ts'
import { forEachRow } from '../../../platform/each-row.ts'
import { knownClients, knownPages, knownTerminals, OTHER, VERSION_PATTERN } from '../../../platform/known-clients.ts'
import { deleteOldRows } from '../../../platform/retention.ts'
import { withSlowQueryClient } from '../../../platform/slow-query-client.ts'
import { usageHours, usageRollups } from '../../../tables/usage.ts'

const HOUR_MS = 60 * MINUTE_MS
/** Longer than any request and any clock difference between processes: after it an hour gets no more rows. */
const CLOSED_AFTER_MS = 5 * MINUTE_MS
const VERSIONS_KEPT_APART = 20

/** Start of the last hour that gets no more rows. */
const lastClosedHour = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - CLOSED_AFTER_MS) / HOUR_MS) * HOUR_MS - HOUR_MS)

const OPEN_HOURS = `
  select hour from unnest($1::timestamptz[]) as day
  cross join lateral generate_series(day, day + interval '23 hours', interval '1 hour') as hour
  where hour <= $2 and not exists (select from usage_rollups done where done.hour = hour.hour)
  order by hour`

const SUM_UP = `
  with logged as (
    select log_id, user_id, exit_mark,
      case when client = any($3) then client else $6 end as client,
      case when version ~ $7 then version else $6 end as version,
      case when terminal_type = any($4) then terminal_type else $6 end as terminal_type,
      case when accessing_pages = any($5) then accessing_pages else $6 end as page
    from usage_logs where logged_at >= $1 and logged_at < $2
  ), common as (
    select version from logged group by version order by count(*) desc, version limit $8
  )
  insert into usage_hours (hour, client, version, terminal_type, page, sessions, users, logs, exits)
  select $1, client, case when version in (select version from common) then version else $6 end as kept, terminal_type,
    page, count(distinct nullif(log_id, '')), count(distinct user_id), count(*),
    count(distinct nullif(log_id, '')) filter (where exit_mark = 1)
  from logged group by client, kept, terminal_type, page`

interface RollUpDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly job: string
}

/**
 * Sums up every closed hour that has no mark yet, each in one transaction with its mark: a crash leaves whole hours only,
 * and the next run continues. Of two concurrent runs one waits and finds the mark.
 */
export const rollUpClosedHours = async ({ database, clock, log, job }: RollUpDeps): Promise<number> => {
  const days = await listDays(database.pool, 'usage_logs')
  return withSlowQueryClient(database.url, async (client) => {
    const { rows } = await client.query<{ hour: Date }>(OPEN_HOURS, [days, lastClosedHour(clock.now())])
    const work = { job, log, fields: ({ hour }: { hour: Date }) => ({ hour }) }
    await forEachRow(work, rows, ({ hour }) => rollUp(client, hour))
    return rows.length
  })
}

const rollUp = async (client: Client, hour: Date): Promise<void> => {
  await client.query('begin')
  try {
    const mark = await client.query('insert into usage_rollups values ($1, 0) on conflict do nothing', [hour])
    if (mark.rowCount === 1) {
      await client.query('delete from usage_hours where hour = $1', [hour])
      await client.query(SUM_UP, [
        hour,
        later(hour, HOUR_MS),
        knownClients,
        knownTerminals,
        knownPages,
        OTHER,
        VERSION_PATTERN,
        VERSIONS_KEPT_APART,
      ])
      await client.query(
        `update usage_rollups set logs = (select coalesce(sum(logs), 0) from usage_hours where hour = $1) where hour = $1`,
        [hour],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Sums are small; 400 days allow a comparison with the year before. */
const SUMS_KEPT_MS = 400 * DAY_MS

export const forgetOldHours = async ({ database, clock, log, job }: RollUpDeps): Promise<void> => {
  const before = later(clock.now(), -SUMS_KEPT_MS)
  await deleteOldRows(database.db, { job, log }, [
    [usageHours, lt(usageHours.hour, before)],
    [usageRollups, lt(usageRollups.hour, before)],
  ])
}
