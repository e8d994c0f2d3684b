import { randomUUID } from 'node:crypto'
import { createDatabase, dropDatabase } from '@yunji/embedded-postgres'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Set by database-setup.ts for every test worker. */
const SERVER_URL = 'YUNJI_TEST_DATABASE_SERVER'

export const setTestServer = (url: string): void => {
  process.env[SERVER_URL] = url
}

export const hasTestServer = (): boolean => Boolean(process.env[SERVER_URL])

/** An empty database of its own on the test run's PostgreSQL. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const url = process.env[SERVER_URL]
  if (!url) throw new Error('no test database server: name the file *.db.test.ts, so that it runs in that project')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  return { url: await createDatabase({ url }, name), drop: () => dropDatabase({ url }, name) }
}
