import type { Logger } from 'pino'
import { type AppOptions, buildApp } from './app.ts'
import { createGateway } from './gateway/gateway.ts'
import { addStreamRoute } from './gateway/stream-route.ts'
import { addUploadRoute } from './gateway/upload-route.ts'
import { configureRoutes } from './modules/configuration/configure/index.ts'
import { dictionaryRoutes } from './modules/configuration/dictionary/index.ts'
import { guideRoutes } from './modules/configuration/guide/index.ts'
import { type SetupKinds, setupRoutes } from './modules/configuration/setup/index.ts'
import {
  addExportRoute,
  consoleRoutes,
  countFleetJob,
  deleteExportsJob,
  endExportsJob,
  exportJob,
  sumDaysJob,
} from './modules/console/index.ts'
import { createPagePreviews } from './modules/content/previews/index.ts'
import { createCoverSigner, createCovers, createPictures } from './modules/devices/covers/index.ts'
import { createGatewaySources, createTickets } from './modules/devices/streams/index.ts'
import { operatorJobs, operatorRoutes } from './modules/operators/index.ts'
import { addClockMetrics, type ClockCheck, skipWhileClockIsWrong } from './platform/clock-check.ts'
import type { Database } from './platform/database.ts'
import type { DatabaseWait } from './platform/database-wait.ts'
import { watchDeadLetters } from './platform/dead-letters.ts'
import { createDeviceAccess } from './platform/device-access.ts'
import type { Binding } from './platform/http/binding.ts'
import { type Job, openJobQueue } from './platform/jobs.ts'
import { createListener } from './platform/listener.ts'
import { createLive } from './platform/live/live.ts'
import { sweepJob } from './platform/maintenance.ts'
import { createMetrics } from './platform/metrics.ts'
import type { ObjectStore } from './platform/object-store.ts'
import { createOperators } from './platform/operators/operators.ts'
import { createSealedTexts } from './platform/sealed-texts.ts'
import { createSessions } from './platform/sessions/sessions.ts'
import { createSignedTokens } from './platform/signed-tokens.ts'
import type { SigningKeys } from './platform/signing-keys.ts'
import type { Suppliers } from './platform/supplier.ts'
import { addConnectionClosing, type Closable, createDraining } from './shutdown.ts'
import { wireAccounts } from './wiring/accounts.ts'
import { wireCommerce } from './wiring/commerce.ts'
import { addSupplierMetrics } from './wiring/connect-phones.ts'
import type { ConnectedProviders } from './wiring/connect-providers.ts'
import { type ContentSettings, wireContent } from './wiring/content.ts'
import { wireDevices } from './wiring/devices.ts'
import { wireMessages } from './wiring/messages.ts'
import { createReadiness } from './wiring/readiness.ts'
import { wireService } from './wiring/service.ts'
import { wireSpace } from './wiring/space.ts'
import { wireTelemetry } from './wiring/telemetry.ts'

export interface ServerInputs {
  readonly database: Database
  /** Patience of the queue's first connection; none when absent. */
  readonly databaseWait?: Pick<DatabaseWait, 'connect'>
  readonly clockCheck: ClockCheck
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly suppliers: Suppliers
  readonly providers: ConnectedProviders
  readonly signingKeys: SigningKeys
  /** Facts and hosts of agreements and activities; absent in tests. */
  readonly content?: ContentSettings | undefined
  /** Machine operator for automation; none when absent. */
  readonly operatorToken?: string | undefined
  /** One operator refunds this much in 24 hours alone. */
  readonly fourEyesCents: number
  /** Operators may attach phones at addresses of this machine. */
  readonly mayAttachLoopback: boolean
  /** Kinds of object store and phones, for the set-up checklist. */
  readonly kinds: Pick<SetupKinds, 'storage' | 'phones'>
}

const DEAD_LETTERS_EVERY_MS = 30_000

/** Composition root: the only place where modules meet their adapters. */
export const wire = async (inputs: ServerInputs, options: AppOptions) => {
  const { database, clockCheck, log, objectStore, suppliers, providers, signingKeys } = inputs
  const { clock } = clockCheck
  const draining = createDraining()
  const metrics = createMetrics()
  addClockMetrics(metrics, clockCheck)
  addSupplierMetrics(metrics, suppliers)
  const tickets = createTickets(database, clock)
  const signer = createCoverSigner(signingKeys, clock)
  const pictures = createPictures()
  const covers = createCovers({ clock, log, objectStore, suppliers, pictures, signer })

  const listener = createListener(database.url, log)
  const live = createLive(listener)
  const sessions = createSessions(database, clock)
  const deviceAccess = createDeviceAccess(database, clock)
  const { sms, subscriptions } = providers
  const jobs = await openJobQueue(database.url, log, clockCheck, inputs.databaseWait)
  const sharedDeps = { database, clock, log, live, covers, deviceAccess, sms, subscriptions }
  const messages = wireMessages({ ...sharedDeps, jobs })
  const { outbox } = messages
  const settings = inputs.content ?? { operatorFacts: {}, linkHosts: [] }
  const setupKinds = { ...inputs.kinds, ...providers.kinds }
  const operators = createOperators(database, clock, inputs.operatorToken)
  const operatorDeps = { database, clock, log, sealedTexts: createSealedTexts(signingKeys) }
  const consoleDeps = {
    ...operatorDeps,
    objectStore,
    jobs,
    operators,
    signedTokens: createSignedTokens(signingKeys, clock),
    bindings: () => bindings,
  }
  const content = await wireContent({ database, clock, log, objectStore, operators, messages, settings })
  const accounts = wireAccounts({
    ...sharedDeps,
    sessions,
    operators,
    objectStore,
    signingKeys,
    providers,
    outbox,
    recordLoginConsents: content.recordLoginConsents,
    externalSecret: settings.externalSecret,
    metrics,
    jobs,
  })
  const telemetry = wireTelemetry({ database, clock, log })
  const closing = new AbortController()
  const deviceDeps = { database, clock, log, suppliers, covers, closing: closing.signal }
  const { readUnread } = messages
  const devices = wireDevices({
    ...deviceDeps,
    signer,
    tickets,
    live,
    listener,
    outbox,
    sessions,
    deviceAccess,
    readUnread,
    metrics,
    jobs,
    smsCodes: accounts.smsCodes,
    signingKeys,
    objectStore,
    mayAttachLoopback: inputs.mayAttachLoopback,
  })
  const commerce = wireCommerce({
    database,
    clock,
    log,
    objectStore,
    operators,
    fourEyesCents: inputs.fourEyesCents,
    metrics,
    covers,
    signingKeys,
    providers,
    suppliers,
    outbox,
    tasks: devices.tasks,
    jobs,
  })
  const space = wireSpace({
    database,
    clock,
    log,
    objectStore,
    outbox,
    sessions,
    signingKeys,
    suppliers,
    pictures,
    tasks: devices.tasks,
  })
  const service = wireService({
    database,
    clock,
    jobs,
    log,
    objectStore,
    operators,
    outbox,
    sessions,
    signingKeys,
    sms,
    smsCodes: accounts.smsCodes,
  })
  const deps = {
    ...deviceDeps,
    jobs,
    tasks: devices.tasks,
    live,
    listener,
    tickets,
    metrics,
    sessions,
    operators,
    deviceAccess,
    previewOf: createPagePreviews({ database }),
    connectSources: await createGatewaySources({ database, clock, log }),
    readiness: createReadiness({ database, clockCheck, objectStore, draining }),
  }
  const bindings: readonly Binding[] = [
    ...operatorRoutes(operatorDeps),
    ...consoleRoutes(consoleDeps),
    ...accounts.bindings,
    ...messages.bindings,
    ...content.bindings,
    ...devices.bindings,
    ...telemetry.bindings,
    ...commerce.bindings,
    ...space.bindings,
    ...service.bindings,
    ...configureRoutes({
      ...deps,
      operatorFacts: settings.operatorFacts,
      externalScripts: options.externalScripts,
    }),
    ...dictionaryRoutes(deps),
    ...guideRoutes(deps),
    ...setupRoutes({ ...deps, sms, payments: providers.payments.payments, objectStore, kinds: setupKinds }),
  ]
  const jobList: readonly Job<never>[] = [
    sweepJob({ db: database.db, clock, log }),
    ...devices.jobs,
    ...accounts.jobs,
    ...messages.jobs,
    ...telemetry.jobs,
    ...commerce.jobs,
    ...content.jobs,
    ...service.jobs,
    ...operatorJobs(operatorDeps),
    countFleetJob(operatorDeps),
    sumDaysJob(operatorDeps),
    exportJob(consoleDeps),
    endExportsJob(consoleDeps),
    deleteExportsJob(consoleDeps),
  ]
  await jobs.startWorkers(jobList)

  const app = await buildApp(deps, bindings, options)
  addConnectionClosing(app, draining)
  accounts.addRoutes(app)
  addExportRoute(app, consoleDeps)
  content.addRoutes(app)
  telemetry.addRoutes(app)
  commerce.addRoutes(app)
  space.addRoutes(app)
  service.addRoutes(app)
  const liveRoute = devices.addRoutes(app)
  const gateway = createGateway(deps)
  addStreamRoute(app, { gateway, publicOrigins: options.publicOrigins })
  addUploadRoute(app, { gateway, suppliers, clock })

  /** Closed first: nothing that is closed later may wait for a phone. */
  const deviceWork: Closable = {
    name: 'work on devices',
    close: async () => closing.abort(new Error('the process shuts down')),
  }
  const parts: Closable[] = [
    // Streams and live connections would keep the server open for ever.
    { name: 'gateway', close: () => gateway.close() },
    { name: 'live', close: () => liveRoute.close() },
    { name: 'http', close: () => app.close() },
    { name: 'listener', close: async () => listener.close() },
    ...providers.parts,
    { name: 'jobs', close: () => jobs.stop() },
    { name: 'pictures', close: () => pictures.close() },
    { name: 'database', close: () => database.close() },
  ]
  const periodicJobs = [
    ...devices.periodicJobs,
    ...commerce.periodicJobs,
    ...space.periodicJobs,
    ...service.periodicJobs,
    ...messages.periodicJobs,
    { name: 'jobs.watchDeadLetters', everyMs: DEAD_LETTERS_EVERY_MS, run: watchDeadLetters(deps) },
  ].map(skipWhileClockIsWrong(clockCheck))
  return {
    app,
    jobs,
    /** Jobs of the queue, for tests that run one at a chosen time. */
    jobList,
    tasks: devices.tasks,
    outbox,
    publishNotice: messages.publishNotice,
    live,
    gateway,
    draining,
    deviceWork,
    parts,
    periodicJobs,
  }
}
