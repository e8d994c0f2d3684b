import type pg from 'pg'
import { writeIntoDay } from '../../../platform/day-partitions.ts'

/** A stored usage log; the time is the same for a whole batch. */
export interface UsageRow {
  readonly userId: number
  readonly logId: string
  readonly client: string
  readonly version: string
  readonly terminalType: string
  readonly accessingPages: string
  readonly exitMark: 0 | 1
  readonly more: string | null
}

/** The most frequent call of all: plain SQL, prepared once per connection. */
const INSERT = `
  insert into usage_logs
    (logged_at, user_id, log_id, client, version, terminal_type, accessing_pages, exit_mark, more)
  select $1, * from unnest(
    $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[], $9::text[]
  )`

export const writeUsageRows = (pool: pg.Pool, now: Date, rows: readonly UsageRow[]): Promise<void> => {
  const values = [
    now,
    rows.map((row) => row.userId),
    rows.map((row) => row.logId),
    rows.map((row) => row.client),
    rows.map((row) => row.version),
    rows.map((row) => row.terminalType),
    rows.map((row) => row.accessingPages),
    rows.map((row) => row.exitMark),
    rows.map((row) => row.more),
  ]
  return writeIntoDay(pool, 'usage_logs', now, () => pool.query({ name: 'usage-logs', text: INSERT, values }))
}
