import { buildPlainApp } from './app.ts'
import { checkDrill } from './backup/restored-mark.ts'
import { say } from './banner.ts'
import { type Config, ConfigError } from './config/config.ts'
import { createGateway } from './gateway/gateway.ts'
import { addStreamRoute } from './gateway/stream-route.ts'
import { addUploadRoute } from './gateway/upload-route.ts'
import { createAttachedPhones } from './modules/devices/phones/index.ts'
import { createTickets } from './modules/devices/streams/index.ts'
import { addClockMetrics, createClockCheck } from './platform/clock-check.ts'
import { openDatabase } from './platform/database.ts'
import { createListener } from './platform/listener.ts'
import { openLog } from './platform/logger.ts'
import { createMetrics } from './platform/metrics.ts'
import { addConnectionClosing, createDraining, shutDown } from './shutdown.ts'
import { startDatabaseWait, startFromEnvironment, stopOnSignal } from './start-up.ts'
import { addSupplierMetrics, connectPhones } from './wiring/connect-phones.ts'
import { assertClock } from './wiring/readiness.ts'

const nothing = (): string[] => []

/**
 * The stream gateway alone, beside the phones of its zone: it needs the database, for tickets and rights, and the phones.
 * Its address is in the zone's row, or the balancer routes `/stream` to it.
 */
const start = async (config: Config): Promise<void> => {
  if (!config.databaseUrl) throw new ConfigError('a gateway of its own needs DATABASE_URL')
  const { log, flush } = openLog(config.logLevel, config.logFile)
  for (const warning of config.warnings) log.warn(warning)
  const wait = startDatabaseWait(config)
  const database = openDatabase(config.databaseUrl, log, undefined, wait)
  const clockCheck = createClockCheck({ pool: database.pool, log })
  const { clock } = clockCheck
  const draining = createDraining()
  const isDrill = await checkDrill(database.db, config)
  const attached = createAttachedPhones(database)
  const { suppliers, start: startPhones, parts } = await connectPhones({ ...config, isDrill, attached, log })
  const metrics = createMetrics()
  addClockMetrics(metrics, clockCheck)
  addSupplierMetrics(metrics, suppliers)
  const tickets = createTickets(database, clock)
  const readiness = {
    missing: async () =>
      draining.isOn
        ? ['draining']
        : database.pool.query('select 1').then(
            () => assertClock(clockCheck).then(nothing, () => ['clock']),
            () => ['database'],
          ),
  }
  const app = await buildPlainApp({ clock, log, metrics, readiness }, config)
  addConnectionClosing(app, draining)
  const listener = createListener(config.databaseUrl, log)
  const gateway = createGateway({ database, listener, clock, log, suppliers, tickets, metrics })
  addStreamRoute(app, { gateway, publicOrigins: config.publicOrigins })
  addUploadRoute(app, { gateway, suppliers, clock })

  stopOnSignal(async () => {
    await shutDown(draining, config.drainSeconds, log, [
      { name: 'gateway', close: () => gateway.close() },
      { name: 'http', close: () => app.close() },
      { name: 'listener', close: async () => listener.close() },
      ...parts,
      { name: 'database', close: () => database.close() },
    ])
    flush()
  })
  await app.listen({ port: config.port, host: config.host })
  wait.end()
  startPhones()
  const address = app.server.address()
  say(`gateway on port ${typeof address === 'object' ? address?.port : config.port}`)
}

await startFromEnvironment(start, 'gateway')
