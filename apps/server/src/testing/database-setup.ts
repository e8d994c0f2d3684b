import { hasTestPostgres, makeTemplate, startTestPostgres } from '@yunji/testkit/database'
import { pino } from 'pino'
import { openJobQueue } from '../platform/jobs.ts'
import { migrate, readMigrations } from '../platform/migrate.ts'
import { MIGRATIONS } from './migrations.ts'

/** Once per test run: one PostgreSQL for all tests, and the template of most of their databases. */
export default async function startTestDatabases(): Promise<() => Promise<void>> {
  if (hasTestPostgres()) return async () => undefined // another project of this run has started it
  const stop = await startTestPostgres()
  await makeTemplate(async (url) => {
    await migrate(url, await readMigrations(MIGRATIONS))
    const jobs = await openJobQueue(url, pino({ level: 'silent' }))
    await jobs.stop()
  })
  return stop
}
