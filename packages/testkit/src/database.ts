import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, dropDatabase, startEmbeddedPostgres } from '@yunji/embedded-postgres'

export interface TestDatabase {
  readonly url: string
  /** Closes its connections and begins to drop it; does not wait for that. */
  drop(): Promise<void>
}

/** Set by the test run's set-up for every test worker. */
const SERVER_URL = 'YUNJI_TEST_DATABASE_SERVER'
const TEMPLATE = 'YUNJI_TEST_DATABASE_TEMPLATE'
const EMPTY = 'template1'

export const setTestPostgres = (url: string): void => {
  process.env[SERVER_URL] = url
}

export const hasTestPostgres = (): boolean => Boolean(process.env[SERVER_URL])

/** An empty database of its own on the test run's PostgreSQL. */
export const createTestDatabase = (): Promise<TestDatabase> => copyDatabase(EMPTY)

/** A copy of the migrated template, with all tables and the job queue. */
export const createMigratedDatabase = (): Promise<TestDatabase> => copyDatabase(process.env[TEMPLATE])

/** The source must have no connections. */
export const copyTestDatabase = ({ url }: TestDatabase): Promise<TestDatabase> => copyDatabase(nameOf(url))

/** Creates the template of `createMigratedDatabase`; it must have no connections afterwards. */
export const makeTemplate = async (prepare: (url: string) => Promise<void>): Promise<void> => {
  const { url } = await createTestDatabase()
  await prepare(url)
  process.env[TEMPLATE] = nameOf(url)
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

const copyDatabase = async (template: string | undefined): Promise<TestDatabase> => {
  const url = process.env[SERVER_URL]
  if (!url || !template) {
    throw new Error('no test database server: name the file *.db.test.ts, so that it runs in that project')
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  return { url: await createDatabase({ url }, name, { template }), drop: async () => dropInBackground(url, name) }
}

/** A drop waits for a checkpoint, and no test for its own drop: what is not gone by then goes with the run's PostgreSQL. */
const dropInBackground = (url: string, name: string): void =>
  void dropDatabase({ url }, name).catch((error: unknown) =>
    process.stderr.write(`${name} was not dropped: ${String(error)}\n`),
  )

/** One PostgreSQL for all tests of a run, without fsync. */
export async function startTestPostgres(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunji-test-db-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const server = await startEmbeddedPostgres({ dataDir, settings })
  setTestPostgres(server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
