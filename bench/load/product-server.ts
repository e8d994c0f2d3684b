import type { AddressInfo } from 'node:net'
import { allCalls } from '@yunji/contract/calls'
import { type AppOptions, buildApp } from '../../apps/server/src/app.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createDeviceAccess } from '../../apps/server/src/platform/device-access.ts'
import type { Binding } from '../../apps/server/src/platform/http/binding.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createOperators } from '../../apps/server/src/platform/operators/operators.ts'
import { createSessions } from '../../apps/server/src/platform/sessions/sessions.ts'

/** Dependencies of the product's server on the database and with the log file of the first two arguments. */
export const openPlatform = () => {
  const [databaseUrl = '', logFile = ''] = process.argv.slice(2)
  const { log } = openLog('info', logFile)
  const database = openDatabase(databaseUrl, log)
  return {
    database,
    sessions: createSessions(database, systemClock),
    deviceAccess: createDeviceAccess(database, systemClock),
    operators: createOperators(database, systemClock, undefined),
    clock: systemClock,
    log,
    metrics: createMetrics(),
    readiness: { missing: async () => [] },
  }
}

/** For dependencies and calls that the load does not reach. */
export const unused = (): Promise<never> => Promise.reject(new Error('not under load'))

/** Serves these calls of the product with its whole platform, and sends its port to the parent process. */
export const serve = async (
  platform: ReturnType<typeof openPlatform>,
  bindings: readonly Binding[],
  options: Partial<AppOptions> = {},
): Promise<void> => {
  const bound = new Set(bindings.map(({ call }) => call))
  const others = allCalls.filter((call) => !bound.has(call)).map((call) => ({ call, run: unused }))
  const app = await buildApp(platform, [...bindings, ...others], {
    callsPerMinute: 1_000_000_000,
    publicOrigins: [],
    trustedProxies: [],
    ...options,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as AddressInfo).port)
}
