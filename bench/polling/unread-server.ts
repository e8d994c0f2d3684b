/**
 * The product's server with the unread counts; with `without-counts`, the same route answers a constant of the same size
 * after the same session look-up.
 */
import type { AddressInfo } from 'node:net'
import { allCalls } from '@yunji/contract/calls'
import { getUnreadCount } from '@yunji/contract/messages/calls'
import { buildApp } from '../../apps/server/src/app.ts'
import { unreadRoute } from '../../apps/server/src/modules/messages/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createDeviceAccess } from '../../apps/server/src/platform/device-access.ts'
import { bind } from '../../apps/server/src/platform/http/binding.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createOperators } from '../../apps/server/src/platform/operators.ts'
import { createSessions } from '../../apps/server/src/platform/sessions/sessions.ts'
import { SAMPLE_COUNTS } from '../load/samples.ts'

const [databaseUrl = '', logFile = '', counts] = process.argv.slice(2)
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
const others = allCalls.filter((call) => call !== getUnreadCount).map((call) => ({ call, run: unused }))
const unread = counts === 'without-counts' ? bind(getUnreadCount, async () => SAMPLE_COUNTS) : unreadRoute

const app = await buildApp(deps, [unread, ...others], {
  callsPerMinute: 1_000_000_000,
  publicOrigins: [],
  trustedProxies: [],
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
