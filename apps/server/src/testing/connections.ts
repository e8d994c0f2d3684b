import { AsyncLocalStorage } from 'node:async_hooks'
import { withClient } from '@yunji/testkit/with-client'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../platform/database.ts'

interface Work {
  hasTransaction: boolean
}

/**
 * Refuses a second connection to a request whose transaction is open: as many such requests as there are connections
 * would wait for each other, and everybody else for them. Transactions of a test itself and of jobs may do so.
 */
export const allowOneConnection = (app: FastifyInstance, { db, pool }: Database): void => {
  const current = new AsyncLocalStorage<Work>()
  const [inject, transaction, connect] = [app.inject.bind(app), db.transaction, pool.connect.bind(pool)]
  const asRequest = (...input: Parameters<typeof inject>) =>
    current.run({ hasTransaction: false }, async () => await inject(...input))
  const inTransaction = async <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    if (!current.getStore()) return transaction(work)
    const inner = { hasTransaction: true }
    try {
      return await transaction((tx) => current.run(inner, () => work(tx)))
    } finally {
      inner.hasTransaction = false
    }
  }
  const asOnly = (...input: Parameters<typeof connect>) => {
    if (current.getStore()?.hasTransaction) throw new Error('a request asks for a second connection in its transaction')
    return connect(...input)
  }
  Object.assign(app, { inject: asRequest })
  Object.assign(db, { transaction: inTransaction })
  Object.assign(pool, { connect: asOnly })
}

/** Simulates a crash of the database: every connection of the server is terminated. */
export const dropConnections = (databaseUrl: string): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'yunji%' and pid <> pg_backend_pid()`,
    ),
  )

/** Whether a statement waits for a lock that another transaction holds. */
export const isWaitingForLock = (databaseUrl: string): Promise<boolean> =>
  withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0
  })
