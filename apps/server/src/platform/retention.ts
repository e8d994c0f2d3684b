import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { forEachBatch } from './each-row.ts'

const AT_ONCE = 500
/** Beyond that it is no broken row but something else, and the log has said enough. */
const MOST_FAILURES = 200

interface Retention {
  readonly job: string
  readonly log: Logger
  readonly signal?: AbortSignal | undefined
}

/**
 * Deletes the rows of a table that have lost their meaning, some at a time, so that nobody waits long for a lock. A row that
 * cannot be deleted is named in the log by its place (`select * from <table> where ctid = '<row>'`) and stops no other.
 */
export const deleteOldRows = async (
  db: Db,
  { job, log, signal }: Retention,
  table: PgTable,
  isOld: SQL | undefined,
): Promise<void> => {
  const work = { job, log, fields: (row: string) => ({ table: getTableName(table), row }) }
  const failed: string[] = []
  while (failed.length < MOST_FAILURES) {
    if (signal?.aborted) return
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
    if (rows.length < AT_ONCE || deleted + failedNow.length === 0) return
  }
}
