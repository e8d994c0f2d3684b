/**
 * The product's server with the usage log; with `without-storage`, the same route answers after session look-up and
 * validation without storing anything.
 */
import type { AddressInfo } from 'node:net'
import { allCalls } from '@yunji/contract/calls'
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { buildApp } from '../../apps/server/src/app.ts'
import { usageLogRoutes } from '../../apps/server/src/modules/telemetry/usage-logs/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createDeviceAccess } from '../../apps/server/src/platform/device-access.ts'
import { bind } from '../../apps/server/src/platform/http/binding.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createOperators } from '../../apps/server/src/platform/operators.ts'
import { createSessions } from '../../apps/server/src/platform/sessions/sessions.ts'

const [databaseUrl = '', logFile = '', storage] = process.argv.slice(2)
const { log } = openLog('info', logFile)
const database = openDatabase(databaseUrl, log)
const deps = {
  database,
  sessions: createSessions(database, systemClock),
  deviceAccess: createDeviceAccess(database, systemClock),
  operators: createOperators(undefined),
  clock: systemClock,
  log,
  metrics: createMetrics(),
  readiness: { missing: async () => [] },
}
const unused = () => Promise.reject(new Error('not under load'))
const others = allCalls.filter((call) => call !== saveUserUsageLog).map((call) => ({ call, run: unused }))
const usage = storage === 'without-storage' ? [bind(saveUserUsageLog, async () => null)] : usageLogRoutes(deps)

const app = await buildApp(deps, [...usage, ...others], {
  callsPerMinute: 1_000_000_000,
  publicOrigins: [],
  trustedProxies: [],
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
