import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { forEachBatch, forEachRow } from './each-row.ts'

const AT_ONCE = 500
/** Beyond that it is no broken row but something else, and the log has said enough. */
const MOST_FAILURES = 200

interface Retention {
  readonly job: string
  readonly log: Logger
  readonly signal?: AbortSignal | undefined
}

/** A table, and which of its rows have lost their meaning. */
type OldRows = readonly [table: PgTable, isOld: SQL]

/**
 * Deletes what has lost its meaning, some rows at a time, so that nobody waits long for a lock. A row that cannot be deleted
 * is named in the log by its place (`select * from <table> where ctid = '<row>'`) and stops neither other rows nor other
 * tables.
 */
export const deleteOldRows = async (db: Db, retention: Retention, old: readonly OldRows[]): Promise<void> => {
  const { job, log } = retention
  const work = { job, log, fields: ([table]: OldRows) => ({ table: getTableName(table) }) }
  await forEachRow(work, old, (each) => deleteFrom(db, retention, each))
}

const deleteFrom = async (db: Db, { job, log, signal }: Retention, [table, isOld]: OldRows): Promise<void> => {
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
