import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Envelope } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { type Logger, pino } from 'pino'
import type { AppOptions } from '../app.ts'
import { type ClockCheck, trustClock } from '../platform/clock-check.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { type SigningKeys, singleKey } from '../platform/signing-keys.ts'
import { createSuppliers } from '../platform/supplier.ts'
import { users } from '../tables/identity.ts'
import { connectObjectStore } from '../wiring/connect-object-store.ts'
import { connectProviders } from '../wiring/connect-providers.ts'
import { wire } from '../wiring.ts'
import { hashCheaply } from './cheap-hash.ts'
import { allowOneConnection } from './connections.ts'
import { createScriptedSupplier } from './scripted-supplier.ts'

/** Token of the operator in tests. */
export const FOUR_EYES_CENTS = 200_00
export const OPERATOR_TOKEN = 'operator-token-of-the-server-harness'

/** Token of `/metrics` in tests. */
export const METRICS_TOKEN = 'metrics-token-of-the-server-harness'

/** Secret shared with the external page in tests. */
export const EXTERNAL_SECRET = 'external-secret-of-the-server-harness'

/** Guard against hanging: many concurrent calls on a busy machine take longer than a user would wait. */
const LONG_TIMEOUT_MS = 60_000
const LONG_LIMITS = {
  connectMs: LONG_TIMEOUT_MS,
  statementMs: LONG_TIMEOUT_MS,
  idleInTransactionMs: LONG_TIMEOUT_MS,
  silenceMs: 2 * LONG_TIMEOUT_MS,
}

const EMBEDDED = {
  sms: { kind: 'embedded' },
  wechat: { kind: 'embedded' },
  idCardReader: { kind: 'embedded' },
  payments: { alipay: { kind: 'embedded' }, wechatPay: { kind: 'embedded' } },
} as const

interface CallOptions {
  readonly token?: string
  readonly headers?: Record<string, string>
  /** A unique address when absent. */
  readonly address?: string
}

const makePlace = async () => ({
  testDatabase: await createMigratedDatabase(),
  dataDir: await mkdtemp(join(tmpdir(), 'yunji-harness-')),
  clock: createFakeClock(),
  supplier: createScriptedSupplier(),
})

/** The whole server in this process, on its own database and a clock that stands still. */
export const startServerHarness = async (
  options: Partial<AppOptions> = {},
  log: Logger = pino({ level: 'silent' }),
  /** For tests of a wrong clock; the fake one is right by definition. */
  checkClock?: (database: Database) => ClockCheck,
  /** State that outlives a process; all of it new when absent. */
  place?: Awaited<ReturnType<typeof makePlace>>,
  signingKeys: SigningKeys = singleKey(Buffer.alloc(32, 7)),
  { externalSecret }: { externalSecret?: string } = { externalSecret: EXTERNAL_SECRET },
) => {
  const own = place ?? (await makePlace())
  const { testDatabase, dataDir, clock, supplier } = own
  const database = openDatabase(testDatabase.url, log, LONG_LIMITS)
  const clockCheck = checkClock?.(database) ?? trustClock(clock)
  const suppliers = createSuppliers([supplier])
  const providers = await connectProviders(EMBEDDED, { clock, log, signingKeys, dataDir })
  const objectStore = await connectObjectStore({ dataDir })
  const server = await wire(
    {
      database,
      clockCheck,
      log,
      objectStore,
      suppliers,
      providers,
      signingKeys,
      operatorToken: OPERATOR_TOKEN,
      fourEyesCents: FOUR_EYES_CENTS,
      mayAttachLoopback: false,
      kinds: { storage: 'files', phones: 'none' },
      content: { operatorFacts: {}, linkHosts: [], externalSecret },
    },
    {
      callsPerMinute: 1_000_000,
      publicOrigins: [],
      trustedProxies: [],
      metricsToken: METRICS_TOKEN,
      hasApiPages: true,
      responseTimeoutMs: LONG_TIMEOUT_MS,
      ...options,
    },
  )

  allowOneConnection(server.app, database)

  const close = async (): Promise<void> => {
    for (const part of [server.deviceWork, ...server.parts]) await part.close()
  }

  /** Each request has a new address, so that limits per address do not affect other tests. */
  let lastAddress = 0
  const nextAddress = () => `198.18.${++lastAddress >> 8}.${lastAddress & 255}`

  const post = async (
    path: string,
    body: unknown,
    { token, headers, address = nextAddress() }: CallOptions = {},
  ): Promise<Envelope> => {
    const response = await server.app.inject({
      method: 'POST',
      url: path,
      payload: JSON.stringify(body),
      remoteAddress: address,
      headers: { 'content-type': 'application/json', ...(token && { token }), ...headers },
    })
    return response.json()
  }
  const get = async (
    path: string,
    { token, headers, address = nextAddress() }: CallOptions = {},
  ): Promise<Envelope> => {
    const response = await server.app.inject({
      url: path,
      remoteAddress: address,
      headers: { ...(token && { token }), ...headers },
    })
    return response.json()
  }

  return {
    app: server.app,
    gateway: server.gateway,
    periodicJobs: server.periodicJobs,
    supplier,
    jobs: server.jobs,
    jobList: server.jobList,
    /** Runs a job once, now. */
    runJob: async (name: string, data: object = {}): Promise<void> => {
      const job = server.jobList.find((each) => each.name === name) ?? assert.fail(`no job ${name}`)
      await job.run(data as never)
    },
    tasks: server.tasks,
    outbox: server.outbox,
    publishNotice: server.publishNotice,
    live: server.live,
    providers,
    /** The last code sent to a number. */
    lastCode: (mobilePhone: string): string =>
      providers.inbox?.list().find((message) => message.mobilePhone === mobilePhone && message.code)?.code ?? '',
    draining: server.draining,
    database,
    log,
    dataDir,
    clock,
    post,
    get,
    readMetrics: async (): Promise<string> => {
      const authorization = `Bearer ${METRICS_TOKEN}`
      return (await server.app.inject({ url: sideRoutes.metrics.path, headers: { authorization } })).body
    },
    addUser: async (mobilePhone: string, password: string | null, name = '测试用户'): Promise<number> => {
      const passwordHash = password === null ? null : await hashCheaply(password)
      const [user] = await database.db
        .insert(users)
        .values({ mobilePhone, name, passwordHash, createdAt: clock.now() })
        .returning({ id: users.id })
      return user?.id ?? 0
    },
    place: own,
    /** Ends the process and keeps its state for the next one. */
    close,
    stop: async (): Promise<void> => {
      await close()
      await testDatabase.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type ServerHarness = Awaited<ReturnType<typeof startServerHarness>>

/** The next process on the same database, with the same suppliers and no other state of the one before. */
export const restartServerHarness = async ({ close, log, place }: ServerHarness): Promise<ServerHarness> => {
  await close()
  return startServerHarness({}, log, undefined, place)
}
