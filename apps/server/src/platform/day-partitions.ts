import { DatabaseError, escapeLiteral, type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { DAY_MS, later } from './clock.ts'
import { forEachRow } from './each-row.ts'

/** Any constant will do; whoever makes or drops a day takes this lock first. */
const DAYS_LOCK = 7_261_009
/** A day is dropped in a moment when nobody reads it, or the next time. */
const LOCK_TIMEOUT = '2s'

/** Tables that are partitioned by the day of their rows, in UTC; the days stand in a schema of their own. */
export type DayTable = 'usage_logs' | 'page_logs'

const dayText = (day: Date): string => day.toISOString().slice(0, 10)
const partitionName = (table: DayTable, day: Date): string => `${table}_${dayText(day).replaceAll('-', '')}`

const startOfDay = (moment: Date): Date => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS)

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

/** Makes the days that are missing, from the one of `from` on. */
export const makeDays = (pool: Pool, table: DayTable, from: Date, count: number): Promise<void> =>
  inTransaction(pool, async (client) => {
    for (let ahead = 0; ahead < count; ahead += 1) {
      const day = later(startOfDay(from), ahead * DAY_MS)
      const [start, end] = [day, later(day, DAY_MS)].map((moment) => escapeLiteral(moment.toISOString()))
      await client.query(
        `create table if not exists log_days.${partitionName(table, day)}
         partition of ${table} for values from (${start}) to (${end})`,
      )
    }
  })

/** The days that stand, oldest first. */
export const listDays = async (pool: Pool, table: DayTable): Promise<Date[]> => {
  const { rows } = await pool.query<{ day: string }>(
    `select right(child.relname, 8) as day from pg_inherits
     join pg_class child on child.oid = inhrelid
     where inhparent = $1::regclass order by child.relname`,
    [table],
  )
  return rows.map(({ day }) => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`))
}

/** Drops every day before the one of `from`: its rows go at once, whatever their number. */
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

/** Writes rows of one moment; the day is made at need, should whoever makes them ahead have been away. */
export const writeIntoDay = async (
  pool: Pool,
  table: DayTable,
  moment: Date,
  write: () => Promise<unknown>,
): Promise<void> => {
  try {
    await write()
  } catch (error) {
    if (!hasNoDay(error)) throw error
    await makeDays(pool, table, moment, 1)
    await write()
  }
}
