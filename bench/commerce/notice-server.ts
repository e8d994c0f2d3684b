/** The product's server with its payment notice routes. */

import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { startEmbeddedCashier } from '../../apps/server/src/adapters/embedded-cashier/start-cashier.ts'
import { buildPlainApp } from '../../apps/server/src/app.ts'
import { addNoticeRoutes } from '../../apps/server/src/modules/commerce/payments/index.ts'
import { systemClock as clock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openJobQueue } from '../../apps/server/src/platform/jobs.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createOutbox } from '../../apps/server/src/platform/outbox/outbox.ts'
import { createSignedTokens } from '../../apps/server/src/platform/signed-tokens.ts'
import { singleKey } from '../../apps/server/src/platform/signing-keys.ts'

const [databaseUrl = '', dataDir = '', logFile = ''] = process.argv.slice(2)
const { log } = openLog('info', logFile)
const database = openDatabase(databaseUrl, log)
// Jobs are only enqueued.
const jobs = await openJobQueue(databaseUrl, log)
const { payments } = await startEmbeddedCashier({
  dataDir,
  clock,
  log,
  signedTokens: createSignedTokens(singleKey(randomBytes(32)), clock),
  officialAppId: 'demo-official',
  appletAppId: 'demo-applet',
})
const nobody = async () => null
const wechatLogin = { officialAccount: null, identifyByApplet: nobody, identifyByOfficialAccount: nobody }

const app = await buildPlainApp(
  { clock, log, metrics: createMetrics(), readiness: { missing: async () => [] } },
  { callsPerMinute: 1_000_000_000, publicOrigins: [], trustedProxies: [] },
)
addNoticeRoutes(app, {
  database,
  clock,
  log,
  jobs,
  outbox: createOutbox({ clock, jobs }),
  payments,
  wechatLogin,
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.((app.server.address() as AddressInfo).port)
