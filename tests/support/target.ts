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

export const withTarget = async <Result>(work: (target: Target) => Promise<Result>): Promise<Result> => {
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
  try {
    const [account] = (await createAccounts(database.url, 1)) as [Account]
    const [token] = (await createSessions(database.url, account.userId, 1)) as [string]
    const failures = async (): Promise<string[]> =>
      (await readFile(join(system.dataDir, 'server.log'), 'utf8')).split('\n').filter((line) => FAILURE.test(line))
    return await work({
      databaseUrl: database.url,
      port: system.port,
      pool,
      account,
      token,
      dataDir: system.dataDir,
      failures,
    })
  } finally {
    pool.close()
    await system.stop()
    await database.drop()
  }
}
