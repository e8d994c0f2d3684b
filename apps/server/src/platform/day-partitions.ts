import { DatabaseError, escapeLiteral, type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { DAY_MS, later } from './clock.ts'
import { forEachRow } from './each-row.ts'

/** Advisory lock, arbitrary constant; required to create or drop a day. */
const DAYS_LOCK = 7_261_009
/** Wait for the lock of a day in use; then the next run tries again. */
const LOCK_TIMEOUT = '2s'

/** Tables partitioned by UTC day; the partitions have a schema of their own. */
export type DayTable = 'usage_logs' | 'page_logs'

const dayText = (day: Date): string => day.toISOString().slice(0, 10)
const partitionName = (table: DayTable, day: Date): string => `${table}_${dayText(day).replaceAll('-', '')}`

const startOfDay = (instant: Date): Date => new Date(Math.floor(instant.getTime() / DAY_MS) * DAY_MS)

const inTransaction = async <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await client.query('select pg_advisory_xact_lock($1)', [DAYS_LOCK])
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Creates missing days, beginning with that of `from`. */
export const makeDays = (pool: Pool, table: DayTable, from: Date, count: number): Promise<void> =>
  inTransaction(pool, async (client) => {
    for (let ahead = 0; ahead < count; ahead += 1) {
      const day = later(startOfDay(from), ahead * DAY_MS)
      const [start, end] = [day, later(day, DAY_MS)].map((instant) => escapeLiteral(instant.toISOString()))
      await client.query(
        `create table if not exists log_days.${partitionName(table, day)}
         partition of ${table} for values from (${start}) to (${end})`,
      )
    }
  })

/** Existing days, oldest first. */
export const listDays = async (pool: Pool, table: DayTable): Promise<Date[]> => {
  const { rows } = await pool.query<{ day: string }>(
    `select right(child.relname, 8) as day from pg_inherits
     join pg_class child on child.oid = inhrelid
     where inhparent = $1::regclass order by child.relname`,
    [table],
  )
  return rows.map(({ day }) => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`))
}

/** Drops every day before that of `from`; the cost does not depend on the number of rows. */
export const dropDaysBefore = async (
  pool: Pool,
  { job, log }: { readonly job: string; readonly log: Logger },
  table: DayTable,
  from: Date,
): Promise<number> => {
  const old = (await listDays(pool, table)).filter((day) => day < startOfDay(from))
  const work = { job, log, fields: (day: Date) => ({ table, day: dayText(day) }) }
  const failed = await forEachRow(work, old, (day) =>
    inTransaction(pool, (client) => client.query(`drop table if exists log_days.${partitionName(table, day)}`)),
  )
  return old.length - failed.length
}

const CHECK_VIOLATION = '23514'

const hasNoDay = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === CHECK_VIOLATION && error.constraint === undefined

/** Writes rows of one day; creates a missing partition, which a periodic job normally has done ahead. */
export const writeIntoDay = async (
  pool: Pool,
  table: DayTable,
  writtenAt: Date,
  write: () => Promise<unknown>,
): Promise<void> => {
  try {
    await write()
  } catch (error) {
    if (!hasNoDay(error)) throw error
    await makeDays(pool, table, writtenAt, 1)
    await write()
  }
}
