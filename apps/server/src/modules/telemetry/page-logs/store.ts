import { count, desc, lt, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../../../platform/database.ts'
import { writeIntoDay } from '../../../platform/day-partitions.ts'
import type { OldRows } from '../../../platform/retention.ts'
import { clientErrors } from '../../../tables/usage.ts'

export interface PageLogRow {
  readonly event: 'view' | 'error'
  readonly page: string
  readonly client: string
  readonly version: string
  readonly terminalType: string
  readonly channel: string
  /** Only for errors. */
  readonly error?: { readonly fingerprint: string; readonly message: string; readonly stack: string }
}

/**
 * One statement, so that a log and its error are stored together or not at all. Errors are summed up and sorted by
 * fingerprint, or two batches could deadlock.
 */
const INSERT = `
  with logs as (
    insert into page_logs (logged_at, event, page, client, version, terminal_type, channel, fingerprint)
    select $1, * from unnest(
      $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]
    )
  )
  insert into client_errors
    (fingerprint, message, stack, page, client, first_version, last_version, times, first_seen_at, last_seen_at)
  select fingerprint, message, stack, page, client, version, version, times, $1, $1
  from unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bigint[])
    as reported (fingerprint, message, stack, page, client, version, times)
  order by fingerprint
  on conflict (fingerprint) do update set
    times = client_errors.times + excluded.times,
    last_version = excluded.last_version,
    last_seen_at = greatest(client_errors.last_seen_at, excluded.last_seen_at)`

export const writePageLogs = (pool: pg.Pool, now: Date, rows: readonly PageLogRow[]): Promise<void> => {
  const errors = summedErrors(rows)
  const values = [
    now,
    rows.map((row) => row.event),
    rows.map((row) => row.page),
    rows.map((row) => row.client),
    rows.map((row) => row.version),
    rows.map((row) => row.terminalType),
    rows.map((row) => row.channel),
    rows.map((row) => row.error?.fingerprint ?? null),
    errors.map(({ fingerprint }) => fingerprint),
    errors.map(({ message }) => message),
    errors.map(({ stack }) => stack),
    errors.map(({ page }) => page),
    errors.map(({ client }) => client),
    errors.map(({ version }) => version),
    errors.map(({ times }) => times),
  ]
  return writeIntoDay(pool, 'page_logs', now, () => pool.query({ name: 'page-logs', text: INSERT, values }))
}

const summedErrors = (rows: readonly PageLogRow[]) => {
  const errors = new Map<string, NonNullable<PageLogRow['error']> & PageLogRow & { times: number }>()
  for (const row of rows) {
    if (!row.error) continue
    const known = errors.get(row.error.fingerprint)
    if (known) known.times += 1
    else errors.set(row.error.fingerprint, { ...row, ...row.error, times: 1 })
  }
  return [...errors.values()]
}

export const listClientErrors = (db: Db, offset: number, limit: number) =>
  db
    .select()
    .from(clientErrors)
    .orderBy(desc(clientErrors.lastSeenAt), clientErrors.fingerprint)
    .offset(offset)
    .limit(limit)

export const countClientErrors = async (db: Db): Promise<number> => {
  const [row] = await db.select({ errors: count() }).from(clientErrors)
  return row?.errors ?? 0
}

/** Errors last seen before, and those beyond the most recent ones. */
export const expiredErrors = (before: Date, kept: number): readonly OldRows[] => [
  [clientErrors, lt(clientErrors.lastSeenAt, before)],
  [
    clientErrors,
    sql`fingerprint in (select fingerprint from client_errors order by last_seen_at desc, fingerprint offset ${kept})`,
  ],
]
