import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@yunji/contract/accounts/session/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise, type Outcome, type Trial } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { openRawConnection } from '@yunji/testkit/raw-connection'
import { formatRequest, jsonPost } from '@yunji/testkit/raw-http'
import { type System, startSystem } from '@yunji/testkit/system'
import { PhoneProcess, SECRET } from '../conformance/phone-process.ts'
import { type Account, createAccounts, createSessions } from '../support/accounts.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import { lostByServer, lostInDatabase } from './acknowledged-facts.ts'
import { type Balancer, createBalancer } from './balancer.ts'
import { startTraffic } from './restart-traffic.ts'
import { createSessionLoad } from './session-load.ts'

interface Size {
  readonly restarts: number
  readonly requests: number
  /** Of each buyer for each restart. */
  readonly purchases: number
}

const ACCOUNTS = 60
const SESSIONS = 100
const SHARE = { logins: 0.1, logouts: 0.1 }
const WORKERS = 12
/** Short enough that requests are always in flight. */
const PAUSE_MS = 30
/** Time for the balancer to notice, also on a busy machine. */
const DRAIN_SECONDS = '4'
const IN_FLIGHT = 12

export const promise = definePromise({
  id: 'R14',
  name: 'r14_restarts',
  title: 'SIGTERM under load drops no request, order, payment or listener, and screens come back by themselves',
  sizes: {
    small: { restarts: 1, requests: 300, purchases: 1 },
    short: { restarts: 2, requests: 1_000, purchases: 1 },
    long: { restarts: 10, requests: 10_000, purchases: 4 },
  },
  async run(trial) {
    const database = await createMigratedDatabase()
    const balancer = createBalancer()
    const servers: System[] = []
    const folder = await mkdtemp(join(tmpdir(), 'yunji-restarts-'))
    const phones = await PhoneProcess.start(join(folder, 'phones'))
    const env = {
      DATABASE_URL: database.url,
      YUNJI_PHONES: `http://${phones.control}`,
      YUNJI_FARM_SECRET: SECRET,
    }
    const start = () => startServer({ ...env, YUNJI_DRAIN_SECONDS: DRAIN_SECONDS }, join(folder, 'data'))
    try {
      while (servers.length < 2) servers.push(await addServer(balancer, start))
      const accounts = await createAccounts(database.url, ACCOUNTS)
      const restarted = await restartAgainAndAgain(trial, { url: database.url, accounts, balancer, servers, start })
      const lone = await startServer({ DATABASE_URL: database.url, YUNJI_DRAIN_SECONDS: '0' })
      const unfinished = await unfinishedBy(lone, accounts)
      return { rounds: restarted.rounds + 1, violations: [...restarted.violations, ...unfinished] }
    } finally {
      balancer.close()
      await Promise.all(servers.map((server) => server.stop()))
      await phones.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

interface Cluster {
  readonly url: string
  readonly accounts: readonly Account[]
  readonly balancer: Balancer
  readonly servers: System[]
  readonly start: () => Promise<System>
}

const restartAgainAndAgain = async (
  { size: { restarts, requests, purchases }, seed, log }: Trial<Size>,
  { url, accounts, balancer, servers, start }: Cluster,
): Promise<Outcome> => {
  const random = createRandom(seed)
  const load = createSessionLoad({ send: balancer.send, accounts, random, share: SHARE, mayBeUnavailable: false })
  const violations: string[] = []
  for (const token of await createSessions(url, accounts[0]?.userId ?? 0, SESSIONS)) load.addOpen(token)
  await eventually(() => assertReadyServers(balancer, 2))

  const traffic = await startTraffic({ url, balancer, random })
  log('screens are open')
  await traffic.expectAlive()
  log('pictures, news and orders come')
  let rounds = 0
  let isStopping = false
  const working = load.runUntil(() => isStopping, WORKERS, PAUSE_MS)
  try {
    while (rounds < restarts) {
      const leaving = servers.shift() as System
      const sentBefore = load.count.sent
      traffic.buyMore(purchases)
      const exit = await terminate(leaving)
      balancer.remove(leaving.port)
      if (exit !== 'code 0') violations.push(`the server ended with ${exit}:\n${leaving.output()}`)
      servers.push(await addServer(balancer, start))
      await eventually(() => assertReadyServers(balancer, 2))
      rounds += 1
      await traffic.expectAlive()
      await eventually(() => assertReached(load.count.sent, (requests * rounds) / restarts), { deadlineMs: 120_000 })
      log(`restart ${rounds}: ${exit}, ${load.count.sent - sentBefore} requests meanwhile`)
    }
    violations.push(...(await traffic.end()))
  } finally {
    isStopping = true
    traffic.abandon()
    await working
  }
  violations.push(...load.violations, ...(await lostByServer(balancer.send, load.facts)))
  violations.push(...(await lostInDatabase(url, load.facts)))
  log(`${load.count.sent} requests, ${load.count.acknowledged} answered with success`)
  log(`${traffic.purchases.orders.size} orders, each delivered once; every screen and listener came back`)
  return { rounds, violations }
}

/** A server without a drain period must still finish requests in flight. */
const unfinishedBy = async (server: System, accounts: readonly Account[]): Promise<string[]> => {
  const chosen = accounts.slice(0, IN_FLIGHT)
  const open = () => openRawConnection(server.port)
  const wires = await Promise.all(chosen.map(async (account) => ({ ...account, wire: await open() })))
  const last = await open()
  const logins = wires.map(async ({ wire, mobilePhone, password }) => {
    const answer = await wire.exchange(formatRequest(jsonPost(login.path, { mobilePhone, password })))
    return answer.status === 200 && readEnvelope(answer)?.code === ErrorCode.OK ? [] : describe(answer)
  })
  // An answer to what was sent after them: the server has read them all.
  await last.exchange(formatRequest({ method: 'GET', path: sideRoutes.readyz.path }))
  // Passwords are hashed a few at a time, so others still wait at the first answer.
  await Promise.race(logins)
  const exit = await terminate(server)
  const answers = await Promise.allSettled(logins)
  return [
    ...(exit === 'code 0' ? [] : [`the lone server ended with ${exit}`]),
    ...answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason))),
  ]
}

/** Servers behind one balancer share keys and the embedded cashier's data. */
const startServer = (env: Record<string, string>, dataDir?: string): Promise<System> =>
  startSystem({ env: { TRUSTED_PROXIES: '127.0.0.1', ...env }, ...(dataDir !== undefined && { dataDir }) })

const addServer = async (balancer: Balancer, start: () => Promise<System>): Promise<System> => {
  const server = await start()
  balancer.add(server.port)
  return server
}

/** SIGTERM; returns how the server exited. */
const terminate = async (server: System): Promise<string> => {
  const { process: child } = server
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  child.kill('SIGTERM')
  const exit = await ended
  await server.stop()
  return exit
}

const assertReadyServers = (balancer: Balancer, count: number): void => {
  if (balancer.readyCount() < count) throw new Error(`${balancer.readyCount()} of ${count} servers are ready`)
}

const assertReached = (sent: number, wanted: number): void => {
  if (sent < wanted) throw new Error(`${sent} of ${wanted} requests sent`)
}
