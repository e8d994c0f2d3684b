import { createMigratedDatabase } from '@yunji/testkit/database'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { cpuSecondsOfTree } from '@yunji/testkit/process-table'
import { startSystem } from '@yunji/testkit/system'
import startTestDatabases from '../../apps/server/src/testing/database-setup.ts'
import bundleServer from '../../tests/support/bundle-server.ts'

const STARTS = 7
const LIMIT_SECONDS = 2.5

/** Processor seconds of the server until it serves, as the system and browser suites start it. */
export const measureServerStart = async (): Promise<readonly Figure[]> => {
  const stopDatabases = await startTestDatabases()
  try {
    await bundleServer()
    const seconds: number[] = []
    for (let count = 0; count < STARTS; count++) seconds.push(await secondsOfStart())
    return [atMost('server_start_cpu_seconds', median(seconds), LIMIT_SECONDS)]
  } finally {
    await stopDatabases()
  }
}

const secondsOfStart = async (): Promise<number> => {
  const database = await createMigratedDatabase()
  const system = await startSystem({ env: { DATABASE_URL: database.url } })
  const seconds = cpuSecondsOfTree(system.process.pid ?? 0)
  await system.stop()
  await database.drop()
  return seconds
}
