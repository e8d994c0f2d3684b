import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Logger } from 'pino'

export type Db = NodePgDatabase
/** A transaction. Stores take it as their first parameter, so nothing is written outside one by accident. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  readonly db: Db
  /** The pool itself, for the few hot queries that are written by hand. */
  readonly pool: Pool
  readonly url: string
  close(): Promise<void>
}

const POOL_SIZE = 16
/** A request may wait for a connection twice, once behind another look-up and once for its own; ten seconds bound both. */
const CONNECT_TIMEOUT_MS = 3_000
/** No statement of a request may hold a connection longer than the client waits for an answer. */
const STATEMENT_TIMEOUT_MS = 15_000

export const openDatabase = (url: string, log: Logger): Database => {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'yunji',
  })
  // A client that loses its server emits an error of its own; without a listener that ends the process.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database client lost')))
  pool.on('error', (error) => log.warn({ err: error }, 'idle database client lost'))
  return { db: withSafeTransactions(pool), pool, url, close: () => pool.end() }
}

/**
 * Drizzle sends `begin` before it takes care to give the connection back. When the database dies in that moment the
 * connection is lost to the pool for good; after as many deaths as the pool is large, nothing gets through any more.
 */
const withSafeTransactions = (pool: Pool): Db => {
  const transaction: Db['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(drizzle(pool), { transaction })
}

/** SQLSTATE classes and socket codes that mean "the database is away", not "the statement is wrong". */
const AWAY = /^(08|57P0)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
const AWAY_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

export const isDatabaseAway = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (AWAY.test(code) || AWAY_TEXTS.test(cause.message)) return true
  }
  return false
}
