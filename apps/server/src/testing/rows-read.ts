import { withClient } from '@yunji/testkit/with-client'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { type Db, openDatabase } from '../platform/database.ts'

/** Rows of a table that `work` reads. No other connection may use the database meanwhile. */
export const countRowsRead = async (
  url: string,
  table: string,
  work: (db: Db) => Promise<unknown>,
): Promise<number> => {
  const count = (): Promise<number> =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ read: string }>(
        'select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = $1',
        [table],
      )
      return Number(rows[0]?.read)
    })
  const before = await count()
  const database = openDatabase(url, pino({ level: 'silent' }))
  try {
    await work(database.db)
    // Sequential, and therefore on the connection that has done the work.
    await database.db.execute(sql`select pg_stat_force_next_flush()`)
  } finally {
    await database.close()
  }
  return (await count()) - before
}
