/**
 * The product's server with its account routes. The password hash is left out: it is slow on purpose and measured apart.
 */

import type { AddressInfo } from 'node:net'
import { allCalls } from '@yunji/contract/calls'
import { buildApp } from '../../apps/server/src/app.ts'
import { userRoutes } from '../../apps/server/src/modules/accounts/users/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createDeviceAccess } from '../../apps/server/src/platform/device-access.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createOperators } from '../../apps/server/src/platform/operators.ts'
import { createSessions } from '../../apps/server/src/platform/sessions/sessions.ts'
import { createSignedTokens } from '../../apps/server/src/platform/signed-tokens.ts'
import { singleKey } from '../../apps/server/src/platform/signing-keys.ts'

const [databaseUrl = '', logFile = ''] = process.argv.slice(2)
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
const accounts = userRoutes({
  ...deps,
  smsCodes: { send: unused, use: unused },
  wechatLogin: { officialAccount: null, identifyByApplet: unused, identifyByOfficialAccount: unused },
  outbox: { add: unused, addAll: unused, wake: unused },
  signedTokens: createSignedTokens(singleKey(Buffer.alloc(32)), systemClock),
  verifyPassword: async () => true,
})
const bound = new Set(accounts.map(({ call }) => call))
const others = allCalls.filter((call) => !bound.has(call)).map((call) => ({ call, run: unused }))

const app = await buildApp(deps, [...accounts, ...others], {
  callsPerMinute: 1_000_000_000,
  publicOrigins: [],
  // The load uses many addresses, since logins are limited by address.
  trustedProxies: ['127.0.0.1'],
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
