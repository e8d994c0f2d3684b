import { setTimeout as delay } from 'node:timers/promises'
import { type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type Pool, type PoolClient, Query, type QueryResult, type QueryResultRow } from 'pg'

/** A transaction. Stores take it as their first parameter, so nothing is written outside one by accident. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** A statement written by hand: each connection plans it once, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

interface Connection {
  readonly client: PoolClient
  /** Drizzle's handle, which serves one transaction after the other. */
  readonly tx: Tx
  /** What was pending and is not waited for before the end of the transaction. */
  pending: Promise<unknown>[]
  /** What is to be done when it is over, however it ended. */
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
  if (!connection) throw new Error(`${what} was asked outside a transaction of its own`)
  return connection
}

/** Past the copy that `pg` makes of every description of a query, which costs more than the rest of sending it. */
const sendQuery = <Row extends QueryResultRow>(
  client: PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<QueryResult<Row>> =>
  new Promise((resolve, reject) => {
    const asked = new Query<Row>(text, [...values], (error, result) => (error ? reject(error) : resolve(result)))
    client.query(Object.assign(asked, { name }))
  })

/** For the few statements that are made so often that building and planning them anew would be most of their cost. */
export const query = async <Row extends QueryResultRow>(
  tx: Tx,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => (await sendQuery<Row>(openConnectionOf(tx, statement.name).client, statement, values)).rows

/** The same for a query of Drizzle's: built once for each connection, which plans it once under the name it is given. */
export const prepared = <Built>(build: (tx: Tx) => Built): ((tx: Tx) => Built) => {
  const known = new WeakMap<Tx, Built>()
  return (tx) => {
    const built = known.get(tx) ?? build(tx)
    known.set(tx, built)
    return built
  }
}

/** The same for a last word without an answer: it travels with the commit, and if it fails the transaction does. */
export const queryAtCommit = (tx: Tx, statement: Statement, values: readonly unknown[]): void => {
  const connection = openConnectionOf(tx, statement.name)
  track(connection, sendQuery(connection.client, statement, values))
}

/** Nothing that can fail, and nothing that the database should know of. */
export const onTransactionEnd = (tx: Tx, end: () => void): void =>
  void openConnectionOf(tx, 'its end').endListeners.push(end)

const track = ({ pending }: Connection, answer: Promise<unknown>): void => {
  // It is looked at in the end; until then nobody may be missing a handler.
  answer.catch(() => undefined)
  pending.push(answer)
}

/**
 * Runs the work in a transaction. `begin` travels with the work's first statement and `commit` with what it told last:
 * PostgreSQL answers in order, so nothing is waited for that is not needed, and nothing is through before its commit is.
 */
const transactOnce = async <Result>(pool: Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect()
  const connection = connectionOf(client)
  connection.pending = []
  connection.endListeners = []
  let isBroken = false
  try {
    track(connection, client.query('begin'))
    const result = await work(connection.tx)
    const committed = client.query('commit')
    track(connection, committed)
    await Promise.all(connection.pending)
    // What PostgreSQL says where a statement failed and nobody minded.
    if ((await committed).command === 'ROLLBACK') throw new Error('a transaction went on after a statement had failed')
    return result
  } catch (error) {
    // Also waits for everything that is still under way, so that the next to use the connection finds it quiet.
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    for (const end of connection.endListeners) end()
    client.release(isBroken)
  }
}

/** Deadlock and serialization failure: PostgreSQL has undone the transaction, and another try may succeed. */
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
 * Runs the work in a transaction, and again where PostgreSQL chose it as the victim of a deadlock. The work may
 * therefore run several times: what it does outside its transaction must bear that.
 */
export const transact = async <Result>(pool: Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries++) {
    try {
      return await transactOnce(pool, work)
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !isRetryable(error)) throw error
    }
    // Jitter, so that the same two do not meet again.
    await delay(FIRST_PAUSE_MS * 2 ** tries * Math.random())
  }
}
