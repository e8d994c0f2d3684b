/**
 * The product's server with its whole platform: logs, metrics, limits, security headers, validation, session look-up. Only
 * the handler of the one call under load is replaced: it answers from memory, so that the look-up is the only storage.
 */
import type { AddressInfo } from 'node:net'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { allCalls } from '@yunji/contract/calls'
import { buildApp } from '../../apps/server/src/app.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createDeviceAccess } from '../../apps/server/src/platform/device-access.ts'
import { type Binding, bind } from '../../apps/server/src/platform/http/binding.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createOperators } from '../../apps/server/src/platform/operators.ts'
import { createSessions } from '../../apps/server/src/platform/sessions/sessions.ts'
import { SAMPLE_USER } from '../load/samples.ts'

const [databaseUrl = '', logFile = ''] = process.argv.slice(2)
const { log } = openLog('info', logFile)
const database = openDatabase(databaseUrl, log)
const bindings: Binding[] = allCalls
  .map((call) => ({ call, run: async () => null }))
  .filter(({ call }) => call !== getUserInfo)
bindings.push(bind(getUserInfo, async () => SAMPLE_USER))

const app = await buildApp(
  {
    database,
    sessions: createSessions(database, systemClock),
    deviceAccess: createDeviceAccess(database, systemClock),
    operators: createOperators(undefined),
    clock: systemClock,
    log,
    metrics: createMetrics(),
    readiness: { missing: async () => [] },
  },
  bindings,
  { callsPerMinute: 1_000_000_000, publicOrigins: [], trustedProxies: [] },
)
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
