import { callbackify } from 'node:util'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { destroySilentConnections } from './connection-watchdog.ts'
import type { DatabaseWait } from './database-wait.ts'
import { type Tx, transact } from './transaction.ts'

export type { Tx }

export type Db = NodePgDatabase

export interface Database {
  readonly db: Db
  /** The pool itself, for the few hand-written hot queries. */
  readonly pool: Pool
  readonly url: string
  close(): Promise<void>
}

const POOL_SIZE = 16

interface DatabaseLimits {
  /** A request may wait for a connection twice, in a batched look-up and for its own; ten seconds bound both. */
  readonly connectMs: number
  /** A request is answered within ten seconds, so a statement gets at most half of that. */
  readonly statementMs: number
  /** Shorter, so that locks of a vanished client are released before their waiters time out. */
  readonly idleInTransactionMs: number
  readonly silenceMs: number
}

const LIMITS: DatabaseLimits = { connectMs: 3_000, statementMs: 5_000, idleInTransactionMs: 4_000, silenceMs: 6_000 }

export const openDatabase = (url: string, log: Logger, limits = LIMITS, wait?: DatabaseWait): Database => {
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Statements are pipelined; PostgreSQL executes them in order.
    pipeline: true,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    application_name: 'yunji',
  })
  // A client that loses its server emits an error; without a listener that ends the process.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database client lost')))
  pool.on('error', (error) => log.warn({ err: error }, 'idle database client lost'))
  destroySilentConnections({ pool, log, limitMs: limits.silenceMs })
  if (wait) waitForConnections(pool, wait)
  return { db: withOwnTransactions(pool), pool, url, close: () => pool.end() }
}

/** The pool's own `connect` again once the start is over. */
const waitForConnections = (pool: Pool, wait: DatabaseWait): void => {
  const connect: () => Promise<PoolClient> = pool.connect.bind(pool)
  const connectPatiently = () => wait.connect(connect)
  const withCallback = callbackify(connectPatiently)
  pool.connect = ((callback?: Parameters<typeof withCallback>[0]) =>
    callback ? withCallback(callback) : connectPatiently()) as Pool['connect']
  void wait.ended.then(() => Reflect.deleteProperty(pool, 'connect'))
}

/**
 * Drizzle's own sends `begin` before the code that releases the connection. When the database dies at that point the
 * connection never returns to the pool; after as many such losses as the pool is large, no query runs any more.
 */
const withOwnTransactions = (pool: Pool): Db => {
  const transaction: Db['transaction'] = (work, config) => {
    if (config) throw new Error('every transaction is read committed')
    return transact(pool, work)
  }
  return Object.assign(drizzle(pool), { transaction })
}

/** A statement takes 65,535 parameters at most. */
const CHUNK_ROWS = 500

/** Processes rows in chunks, so that each statement stays short. Results are in row order. */
export const inChunks = async <Row, Result>(
  rows: readonly Row[],
  write: (chunk: Row[]) => Promise<Result[]>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) results.push(...(await write(rows.slice(at, at + CHUNK_ROWS))))
  return results
}
