import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { createConnectionPool, type RawConnectionPool } from '@yunji/testkit/raw-connection'
import { startSystem } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { type Account, createAccounts, createSessions } from './accounts.ts'
import { OPERATOR_TOKEN } from './call-request.ts'

/** A real server with a logged-in user and access to its database. */
export interface Target {
  readonly databaseUrl: string
  readonly port: number
  readonly pool: RawConnectionPool
  readonly account: Account
  readonly token: string
  readonly dataDir: string
  /** Log lines of level error and fatal. */
  failures(): Promise<string[]>
}

/** For promises that compare tables: jobs of a minute or of a night would change them meanwhile. */
export const endSchedules = ({ databaseUrl }: Target): Promise<unknown> =>
  withClient(databaseUrl, (client) => client.query('delete from pgboss.schedule'))

const FAILURE = /"level":[56]0/

/** Above the numbers that promises give to their own people. */
const FIRST_SHARER = 900_000

const startTarget = async () => {
  const database = await createMigratedDatabase()
  const env = {
    DATABASE_URL: database.url,
    // Lets requests choose their address, since logins are limited by it.
    TRUSTED_PROXIES: '127.0.0.1',
    YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN,
    // Without demo data, which would change tables during the test.
    YUNJI_DEMO: '0',
  }
  const system = await startSystem({ env })
  const pool = createConnectionPool(system.port)
  const readFailures = async (): Promise<string[]> =>
    (await readFile(join(system.dataDir, 'server.log'), 'utf8')).split('\n').filter((line) => FAILURE.test(line))

  return {
    /** For one promise: an account of its own, and the failures from now on. */
    async lend(accountsBefore: number): Promise<Target> {
      const [account] = (await createAccounts(database.url, 1, accountsBefore)) as [Account]
      const [token] = (await createSessions(database.url, account.userId, 1)) as [string]
      const { length: failuresBefore } = await readFailures()
      return {
        databaseUrl: database.url,
        port: system.port,
        pool,
        account,
        token,
        dataDir: system.dataDir,
        failures: async () => (await readFailures()).slice(failuresBefore),
      }
    },
    async stop(): Promise<void> {
      pool.close()
      await system.stop()
      await database.drop()
    },
  }
}

export const withTarget = async <Result>(work: (target: Target) => Promise<Result>): Promise<Result> => {
  const started = await startTarget()
  try {
    return await work(await started.lend(0))
  } finally {
    await started.stop()
  }
}

let shared: ReturnType<typeof startTarget> | undefined
let sharers = 0

/** One server for promises that leave nothing behind and count nothing of others; it stays until `stopSharedTarget`. */
export const withSharedTarget = async <Result>(work: (target: Target) => Promise<Result>): Promise<Result> => {
  shared ??= startTarget()
  try {
    sharers += 1
    return await work(await (await shared).lend(FIRST_SHARER + sharers))
  } catch (error) {
    // Nobody knows what is left of it: the next promise starts another.
    await stopSharedTarget()
    throw error
  }
}

export const stopSharedTarget = async (): Promise<void> => {
  const started = shared
  shared = undefined
  await started?.then(({ stop }) => stop())
}
