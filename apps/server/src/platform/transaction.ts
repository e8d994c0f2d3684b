import { setTimeout as delay } from 'node:timers/promises'
import { type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type Pool, type PoolClient, Query, type QueryResult, type QueryResultRow } from 'pg'

/** Transaction. Stores take it as their first parameter, so nothing is written outside one by accident. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** Hand-written statement: each connection plans it once, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

interface Connection {
  readonly client: PoolClient
  /** Drizzle's handle, reused by all transactions of the connection. */
  readonly tx: Tx
  /** Results awaited at the end of the transaction. */
  pending: Promise<unknown>[]
  /** Called at the end of the transaction, committed or not. */
  endListeners: (() => void)[]
}

const dialect = new PgDialect()
const ofClient = new WeakMap<PoolClient, Connection>()
const ofTx = new WeakMap<Tx, Connection>()

const connectionOf = (client: PoolClient): Connection => {
  const known = ofClient.get(client)
  if (known) return known
  const tx: Tx = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined)
  const connection = { client, tx, pending: [], endListeners: [] }
  ofClient.set(client, connection)
  ofTx.set(tx, connection)
  return connection
}

const openConnectionOf = (tx: Tx, what: string): Connection => {
  const connection = ofTx.get(tx)
  if (!connection) throw new Error(`${what} was called outside a transaction of its own`)
  return connection
}

/** Statements sent until the next tick reach the socket in one write: a write costs more than most of them. */
const joinWrites = ({ connection: { stream } }: PoolClient): void => {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Avoids the copy that `pg` makes of every query config, which costs more than the rest of sending it. */
const sendQuery = <Row extends QueryResultRow>(
  client: PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    const pending = new Query<Row>(text, [...values], (error, result) => (error ? reject(error) : resolve(result)))
    client.query(Object.assign(pending, { name }))
  })

/** For the few statements so frequent that building and planning them anew would be most of their cost. */
export const query = async <Row extends QueryResultRow>(
  tx: Tx,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => (await sendQuery<Row>(openConnectionOf(tx, statement.name).client, statement, values)).rows

/** The same for a Drizzle query: built once per connection, which plans it once under its name. */
export const prepared = <Built>(build: (tx: Tx) => Built): ((tx: Tx) => Built) => {
  const known = new WeakMap<Tx, Built>()
  return (tx) => {
    const built = known.get(tx) ?? build(tx)
    known.set(tx, built)
    return built
  }
}

/**
 * The same for a last statement without a result: it is sent with the commit, and its failure fails the transaction.
 */
export const queryAtCommit = (tx: Tx, statement: Statement, values: readonly unknown[]): void => {
  const connection = openConnectionOf(tx, statement.name)
  joinWrites(connection.client)
  track(connection, sendQuery(connection.client, statement, values))
}

/** `end` must not throw and must not query. */
export const onTransactionEnd = (tx: Tx, end: () => void): void =>
  void openConnectionOf(tx, 'its end').endListeners.push(end)

const track = ({ pending }: Connection, answer: Promise<unknown>): void => {
  // Awaited at the end; until then a rejection must not count as unhandled.
  answer.catch(() => undefined)
  pending.push(answer)
}

/**
 * Runs the work in a transaction. `begin` is sent with the work's first statement and `commit` with its last:
 * PostgreSQL answers in order, so no round trip is wasted, and the result is returned only after the commit.
 */
const transactOnce = async <Result>(pool: Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect()
  const connection = connectionOf(client)
  connection.pending = []
  connection.endListeners = []
  let isBroken = false
  try {
    joinWrites(client)
    track(connection, client.query('begin'))
    const result = await work(connection.tx)
    const committed = client.query('commit')
    track(connection, committed)
    await Promise.all(connection.pending)
    // PostgreSQL's reply to `commit` after a failed statement whose error was ignored.
    if ((await committed).command === 'ROLLBACK') throw new Error('a transaction went on after a statement had failed')
    return result
  } catch (error) {
    // Also waits for all pending statements, so that the connection is idle when it is reused.
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    for (const end of connection.endListeners) end()
    client.release(isBroken)
  }
}

/** Deadlock and serialization failure: PostgreSQL has rolled back, and a retry may succeed. */
const RETRYABLE: ReadonlySet<unknown> = new Set(['40P01', '40001'])
const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 20

const isRetryable = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && RETRYABLE.has(cause.code)) return true
  }
  return false
}

/**
 * Runs the work in a transaction, and again when PostgreSQL chose it as a deadlock victim. The work may therefore run
 * several times: its effects outside the transaction must be idempotent.
 */
export const transact = async <Result>(pool: Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries++) {
    try {
      return await transactOnce(pool, work)
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !isRetryable(error)) throw error
    }
    // Jitter, so that the same two do not collide again.
    await delay(FIRST_PAUSE_MS * 2 ** tries * Math.random())
  }
}
