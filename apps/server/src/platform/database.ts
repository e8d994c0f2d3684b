import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { watchSilence } from './silence-watch.ts'
import { type Tx, transact } from './transaction.ts'

export type { Tx }

export type Db = NodePgDatabase

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
/** A request is answered within ten seconds, so no statement may take longer than half of that. */
const STATEMENT_TIMEOUT_MS = 5_000
/** Shorter, so that who waits for a lock of somebody that has vanished gets it. */
const PAUSE_TIMEOUT_MS = 4_000
const SILENCE_LIMIT_MS = 6_000

export const openDatabase = (url: string, log: Logger): Database => {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Several statements may be on their way at once; PostgreSQL takes them in order.
    pipeline: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: PAUSE_TIMEOUT_MS,
    application_name: 'yunji',
  })
  // A client that loses its server emits an error of its own; without a listener that ends the process.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database client lost')))
  pool.on('error', (error) => log.warn({ err: error }, 'idle database client lost'))
  watchSilence({ pool, log, limitMs: SILENCE_LIMIT_MS })
  return { db: withOwnTransactions(pool), pool, url, close: () => pool.end() }
}

/**
 * Drizzle's own sends `begin` before it takes care to give the connection back. When the database dies in that moment the
 * connection is lost to the pool for good; after as many deaths as the pool is large, nothing gets through any more.
 */
const withOwnTransactions = (pool: Pool): Db => {
  const transaction: Db['transaction'] = (work, config) => {
    if (config) throw new Error('every transaction is read committed')
    return transact(pool, work)
  }
  return Object.assign(drizzle(pool), { transaction })
}

/** SQLSTATE classes and socket codes that mean "away, or too busy to answer in time", not "the statement is wrong". */
const AWAY = /^(08|57P0|57014|25P03)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
const AWAY_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

export const isDatabaseAway = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (AWAY.test(code) || AWAY_TEXTS.test(cause.message)) return true
  }
  return false
}
