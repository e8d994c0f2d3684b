import { fileURLToPath } from 'node:url'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { eraseRestoredPhones } from './backup/erase-restored-phones.ts'
import { isHalfRestored } from './backup/restore-backup.ts'
import { checkDrill } from './backup/restored-mark.ts'
import { banner, say } from './banner.ts'
import { type Config, ConfigError } from './config/config.ts'
import { createAttachedPhones } from './modules/devices/phones/index.ts'
import { seedOwner } from './modules/operators/index.ts'
import { isSuperuser, prepareAppRole } from './platform/app-role.ts'
import { createClockCheck } from './platform/clock-check.ts'
import { openDatabase } from './platform/database.ts'
import { hasConsoleBuild } from './platform/http/client-files.ts'
import { openLog } from './platform/logger.ts'
import { migrate, readMigrations } from './platform/migrate.ts'
import { runPeriodically } from './platform/periodic-job.ts'
import { findSigningKeys } from './platform/signing-keys.ts'
import { lanAddresses, selfSignedCertificate } from './platform/tls.ts'
import { checkProductionMark } from './production-mark.ts'
import { seedActivationGoods } from './seed/activation.ts'
import { seedArticles, seedServiceSettings } from './seed/articles.ts'
import { seedCatalogue } from './seed/catalogue.ts'
import { seedCoupons } from './seed/coupons.ts'
import { seedDemo } from './seed/demo.ts'
import { seedDemoMessages } from './seed/demo-messages.ts'
import { DEMO_ZONES, type DemoZone, seedDemoPhones } from './seed/demo-phones.ts'
import { seedDemoTerms } from './seed/demo-terms.ts'
import { shutDown } from './shutdown.ts'
import { buildsEnded, startDatabaseWait, startFromEnvironment, stopOnSignal } from './start-up.ts'
import { connectObjectStore, objectStoreName } from './wiring/connect-object-store.ts'
import { connectPhones } from './wiring/connect-phones.ts'
import { connectProviders } from './wiring/connect-providers.ts'
import { wire } from './wiring.ts'

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const MIGRATIONS = folderOf('../migrations')
const CLIENT = folderOf('../../client/dist/h5')
const CONSOLE = folderOf('../../console/dist/console')

const start = async (config: Config): Promise<void> => {
  const { log, flush } = openLog(config.logLevel, config.logFile)
  if (await isHalfRestored(config.dataDir)) {
    throw new ConfigError(`${config.dataDir} is half restored: run npm run restore again, it ends what was begun`)
  }
  for (const warning of config.warnings) log.warn(warning)
  const embedded = config.databaseUrl ? undefined : await startDatabase(config)
  const url = config.databaseUrl ?? embedded?.url ?? ''
  try {
    const wait = startDatabaseWait(config)
    const migrations = await readMigrations(MIGRATIONS)
    await wait.connect(() => migrate(url, migrations))
    const database = openDatabase(embedded ? await prepareAppRole(url) : url, log, undefined, wait)
    if (await isSuperuser(database.pool)) log.warn('DATABASE_URL names a superuser: use an ordinary role')
    const clockCheck = createClockCheck({ pool: database.pool, log })
    await clockCheck.isRight()
    const { clock } = clockCheck
    await checkProductionMark(database.db, clock, config)
    const isDrill = await checkDrill(database.db, { ...config, storeName: objectStoreName(config) })
    if (isDrill) log.warn('this database was restored with --drill: no phone is connected')
    const isDemo = config.isDemo && !isDrill
    await seedArticles(database.db, clock)
    if (isDemo) await seedDemo(database.db, clock)
    const tls = config.isTls ? await selfSignedCertificate(config.dataDir, lanAddresses(), clock) : undefined
    const { dataDir } = config
    const phones = await connectPhones({ ...config, isDrill, attached: createAttachedPhones(database), log })
    const signingKeys = await findSigningKeys(dataDir, config.signingKeys)
    const providers = await connectProviders(config.providers, { clock, log, signingKeys, dataDir })
    const objectStore = await connectObjectStore(config)
    await buildsEnded()
    const { operatorToken, fourEyesCents, content, mayAttachLoopback } = config
    const hasConsole = config.servesClient && hasConsoleBuild(CONSOLE)
    if (config.servesClient && !hasConsole)
      log.warn({ folder: CONSOLE }, 'no build of the console: npm run build makes it')
    const server = await wire(
      {
        database,
        databaseWait: wait,
        clockCheck,
        log,
        objectStore,
        signingKeys,
        operatorToken,
        fourEyesCents,
        mayAttachLoopback,
        kinds: { storage: config.s3 ? 'bucket' : 'files', phones: config.phones.kind },
        content,
        providers,
        suppliers: phones.suppliers,
      },
      {
        ...config,
        ...(tls && { tls }),
        ...(config.servesClient && { clientFolder: CLIENT }),
        ...(hasConsole && { consoleFolder: CONSOLE }),
      },
    )
    const periodicJobs = server.periodicJobs.map((job) => runPeriodically(job, log))
    const closePeriodicJobs = () => Promise.all(periodicJobs.map((job) => job.close()))
    const stop = async (): Promise<void> => {
      await shutDown(server.draining, config.drainSeconds, log, [
        server.deviceWork,
        { name: 'periodic jobs', close: closePeriodicJobs },
        ...server.parts,
        ...phones.parts,
        ...(embedded ? [{ name: 'embedded database', close: () => embedded.stop() }] : []),
      ])
      flush()
    }
    stopOnSignal(stop)
    if (!isDrill) await eraseRestoredPhones({ database, jobs: server.jobs, log })
    if (isDemo) {
      await seedDemoPhones(database.db, clock, server.tasks, demoZones(phones.zoneCodes))
      await seedCatalogue(database.db, clock)
      await seedActivationGoods(database.db)
      await seedCoupons(database.db, clock)
      await seedDemoTerms(database.db, clock)
      await seedServiceSettings(database.db, clock)
      await seedDemoMessages(database.db, clock, server)
    }
    await server.app.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    // After the port is open: the password is shown once, and a failed start would lose it.
    const ownerPassword = await seedOwner(database, clock)
    wait.end()
    say(banner({ ...config, isDemo }, server.app.server.address(), lanAddresses(), { hasConsole, ownerPassword }))
    phones.start()
  } catch (error) {
    await embedded?.stop()
    flush()
    throw error
  }
}

/** Zones of demo phones: the built-in ones, or those of the configured phone list. */
const demoZones = (codes: readonly string[] | undefined): readonly DemoZone[] =>
  codes?.map((code) => DEMO_ZONES.find((zone) => zone.code === code) ?? { code, name: code }) ?? DEMO_ZONES

const startDatabase = (config: Config): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir: `${config.dataDir}/postgres`, onProgress: say })

await startFromEnvironment(start)
