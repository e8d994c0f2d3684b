/** The product's server with catalogue, orders and ledger. */
import type { AddressInfo } from 'node:net'
import { allCalls } from '@yunji/contract/calls'
import { buildApp } from '../../apps/server/src/app.ts'
import { catalogueRoutes } from '../../apps/server/src/modules/commerce/catalogue/index.ts'
import { ledgerRoutes } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { orderRoutes } from '../../apps/server/src/modules/commerce/orders/index.ts'
import { purchaseRoutes } from '../../apps/server/src/modules/commerce/purchases/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createDeviceAccess } from '../../apps/server/src/platform/device-access.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createOperators } from '../../apps/server/src/platform/operators.ts'
import { createSessions } from '../../apps/server/src/platform/sessions/sessions.ts'

const [databaseUrl = '', logFile = ''] = process.argv.slice(2)
const { log } = openLog('info', logFile)
const database = openDatabase(databaseUrl, log)
const unused = () => Promise.reject(new Error('not under load'))
const deps = { database, clock: systemClock, log }
const shop = [...catalogueRoutes(deps), ...purchaseRoutes(deps), ...orderRoutes(deps), ...ledgerRoutes(deps)]
const bound = new Set(shop.map(({ call }) => call))
const others = allCalls.filter((call) => !bound.has(call)).map((call) => ({ call, run: unused }))

const app = await buildApp(
  {
    ...deps,
    sessions: createSessions(database, systemClock),
    deviceAccess: createDeviceAccess(database, systemClock),
    operators: createOperators(undefined),
    metrics: createMetrics(),
    readiness: { missing: async () => [] },
  },
  [...shop, ...others],
  { callsPerMinute: 1_000_000_000, publicOrigins: [], trustedProxies: [] },
)
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
