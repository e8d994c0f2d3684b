import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { hasTestServer, setTestServer } from './database.ts'

/** Once per test run: one PostgreSQL for all database tests. It need not survive a power cut, so it does not sync. */
export default async function startTestServer(): Promise<() => Promise<void>> {
  if (hasTestServer()) return async () => undefined // another project of this run has started it
  const dataDir = await mkdtemp(join(tmpdir(), 'yunji-test-db-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const server = await startEmbeddedPostgres({ dataDir, settings })
  setTestServer(server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
