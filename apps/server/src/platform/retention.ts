import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { forEachBatch, forEachRow } from './each-row.ts'

const AT_ONCE = 500
/** Broken rows that each run logs by name; of the others it logs only the count. */
const NAMED_FAILURES = 200
/** Broken rows that a run skips to reach those behind them. Beyond it the cause is not single rows. */
export const MOST_FAILURES = 10_000

/** Logs the first broken rows of a run by name, and the count of all. */
export const createFailureLog = (log: Logger) => {
  const silent = log.child({}, { level: 'silent' })
  return {
    of: (failures: number): Logger => (failures < NAMED_FAILURES ? log : silent),
    sumUp: (fields: object, failures: number): void => {
      if (failures >= NAMED_FAILURES) log.error({ ...fields, failures }, 'job failed for many rows')
    },
  }
}

interface Retention {
  readonly job: string
  readonly log: Logger
  readonly signal?: AbortSignal | undefined
}

/** Table and the condition of its expired rows. */
export type OldRows = readonly [table: PgTable, isOld: SQL]

/**
 * Deletes expired rows in batches, so that nobody waits long for a lock. A row that cannot be deleted is logged by its
 * ctid (`select * from <table> where ctid = '<row>'`) and stops neither other rows nor other tables.
 */
export const deleteOldRows = async (db: Db, retention: Retention, old: readonly OldRows[]): Promise<void> => {
  const { job, log } = retention
  const work = { job, log, fields: ([table]: OldRows) => ({ table: getTableName(table) }) }
  await forEachRow(work, old, (each) => deleteFrom(db, retention, each))
}

const deleteFrom = async (db: Db, { job, log, signal }: Retention, [table, isOld]: OldRows): Promise<void> => {
  const failureLog = createFailureLog(log)
  const named = { job, table: getTableName(table) }
  const failed: string[] = []
  while (failed.length < MOST_FAILURES) {
    if (signal?.aborted) break
    const fields = (row: string) => ({ table: named.table, row })
    const work = { job, log: failureLog.of(failed.length), fields }
    const found = await db.execute<{ row: string }>(sql`
      select ctid::text as row from ${table}
      where ${isOld} and not (ctid = any(${sql.param(failed)}::tid[])) limit ${AT_ONCE}`)
    let deleted = 0
    const rows = found.rows.map(({ row }) => row)
    const failedNow = await forEachBatch(work, rows, async (some) => {
      const done = await db.execute(sql`delete from ${table} where ctid = any(${sql.param(some)}::tid[]) and ${isOld}`)
      deleted += done.rowCount ?? 0
    })
    failed.push(...failedNow)
    if (rows.length < AT_ONCE || deleted + failedNow.length === 0) break
  }
  failureLog.sumUp(named, failed.length)
}
