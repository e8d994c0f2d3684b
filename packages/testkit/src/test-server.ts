import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { setTestPostgres } from './database.ts'

/** One PostgreSQL for all tests of a run. It need not survive a power cut, so it does not sync. */
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
