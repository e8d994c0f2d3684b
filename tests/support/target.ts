import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { createConnectionPool, type RawConnectionPool } from '@yunji/testkit/raw-connection'
import { startSystem } from '@yunji/testkit/system'
import { type Account, createAccounts, createSessions } from './accounts.ts'
import { OPERATOR_TOKEN } from './call-request.ts'

/** A real server with someone logged in, and its database in reach, so that everything it writes shows. */
export interface Target {
  readonly databaseUrl: string
  readonly port: number
  readonly pool: RawConnectionPool
  readonly account: Account
  readonly token: string
  /** Where the server keeps its files, its log among them. */
  readonly dataDir: string
  /** Lines that the server has logged as its own failure. */
  failures(): Promise<string[]>
}

const FAILURE = /"level":[56]0/

export const withTarget = async <Result>(work: (target: Target) => Promise<Result>): Promise<Result> => {
  const database = await createMigratedDatabase()
  const env = {
    DATABASE_URL: database.url,
    // Logins are limited by address: requests may name one of their own.
    TRUSTED_PROXIES: '127.0.0.1',
    YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN,
    // Whoever looks whether something was written must not see the demo's messages arrive.
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
