import { setTimeout as delay } from 'node:timers/promises'
import { getGoodsList } from '@yunji/contract/commerce/commodity/calls'
import { getOrderList } from '@yunji/contract/commerce/order/calls'
import { getDeviceList } from '@yunji/contract/devices/device/calls'
import { createExport } from '@yunji/contract/operator/export-calls'
import { searchOrders } from '@yunji/contract/operator/order-calls'
import { getOverview } from '@yunji/contract/operator/overview-calls'
import { freezeUser, searchUsers, unfreezeUser } from '@yunji/contract/operator/user-calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise, type Outcome, type Trial } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { createConnectionPool } from '@yunji/testkit/raw-connection'
import { jsonPost, type RawRequest, type RawResponse } from '@yunji/testkit/raw-http'
import { type System, startSystem } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { addOperator } from '../security/operator-matrix.ts'
import { createAccounts, createSessions } from '../support/accounts.ts'
import { callRequest, FORWARDED_FOR } from '../support/call-request.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import { growthOf, INSPECTED, sampleHeap } from './heap-samples.ts'
import { addBuyers, createPurchaseLoad, findProduct } from './purchase-load.ts'
import { brokenBooks, unsettled } from './purchase-verdict.ts'
import { createSessionLoad } from './session-load.ts'

const ACCOUNTS = 40
const SESSIONS = 50
const BUYERS = 3
const WORKERS = 4
/** For each of the pauses in which a buyer makes up their mind: about one purchase every five seconds. */
const BUYING_CHANCE = 0.01
/** Low enough for a machine that does other work, and hours of it for a leak to show. */
const PAUSE_MS = 100
const SETTLE_DEADLINE_MS = 120_000

export const promise = definePromise({
  id: 'R16',
  name: 'r16_soak',
  title: 'an hour of mixed load: no 5xx, and memory stays flat',
  // In seconds. The small form is too short for a leak to show: its heap is not judged.
  sizes: { small: 8, short: 120, long: 3_600 },
  deadlineMinutes: { small: 10, short: 20, long: 75 },
  async run(trial) {
    const database = await createMigratedDatabase()
    const system = await startSystem({
      env: { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1', ...INSPECTED },
    })
    try {
      return await soak(trial, system, database.url)
    } finally {
      await system.stop()
      await database.drop()
    }
  },
})

const soak = async (
  { form, size: seconds, seed, log }: Trial<number>,
  system: System,
  url: string,
): Promise<Outcome> => {
  const random = createRandom(seed)
  const pool = createConnectionPool(system.port)
  const violations: string[] = []
  let answered = 0
  let changes = 0
  const send = async (request: RawRequest): Promise<RawResponse> => {
    const answer = await pool.send(request)
    answered += 1
    if (CHANGES.has(request.path)) {
      changes += 1
      if (readEnvelope(answer)?.code !== ErrorCode.OK) violations.push(`${request.path} answered ${describe(answer)}`)
    }
    if (answer.status >= 500) violations.push(`${request.path} answered ${describe(answer)}`)
    return answer
  }

  const [frozen, ...accounts] = await createAccounts(url, ACCOUNTS + 1)
  const tokens = await createSessions(url, accounts[1]?.userId ?? 0, SESSIONS)
  const sessions = createSessionLoad({
    send,
    accounts,
    random,
    share: { logins: 0.1, logouts: 0.1 },
    mayBeUnavailable: false,
  })
  for (const token of tokens.slice(0, SESSIONS / 2)) sessions.addOpen(token)
  const purchases = createPurchaseLoad({
    send,
    buyers: await addBuyers(url, BUYERS),
    product: await findProduct(url),
    random,
    mayBeCut: false,
    mayBuy: () => random.next() < BUYING_CHANCE,
  })
  const operator = await addOperator(url, 'soak', 'owner')
  const requestOf = mixedRequests(random, {
    tokens: tokens.slice(SESSIONS / 2),
    operator,
    frozenId: frozen?.userId ?? 0,
  })

  const over = new AbortController()
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const request = requestOf()
      await send(request).catch((error: unknown) => violations.push(`${request.path}: ${(error as Error).message}`))
      await delay(PAUSE_MS)
    }
  }
  const working = [
    sessions.runUntil(() => over.signal.aborted, WORKERS, PAUSE_MS),
    purchases.run(),
    ...Array.from({ length: WORKERS }, work),
  ]
  const heap = await sampleHeap(system, seconds * 1000, (passed, bytes) =>
    log(`${Math.round(passed)} s: ${answered} answers, heap ${(bytes / 1e6).toFixed(1)} MB`),
  )
  over.abort()
  purchases.stop()
  await Promise.all(working)
  await eventually(async () => assertSettled(await unsettled(url, purchases.orders)), {
    deadlineMs: SETTLE_DEADLINE_MS,
  })
  violations.push(
    ...sessions.violations,
    ...purchases.violations,
    ...(await brokenBooks(url)),
    ...(form === 'small' ? [] : growthOf(heap)),
  )
  const audited = await countAudited(url)
  if (audited !== changes) violations.push(`${changes} changes by operators left ${audited} rows in the audit log`)
  if (system.process.exitCode !== null) violations.push(`the server ended:\n${system.output()}`)
  pool.close()
  return { rounds: answered, violations }
}

const assertSettled = (orderIds: readonly unknown[]): void => {
  if (orderIds.length > 0) throw new Error(`${orderIds.length} orders are not settled`)
}

/** Changes by operators that nobody refuses. */
const CHANGES: ReadonlySet<string> = new Set([freezeUser.path, unfreezeUser.path])

const countAudited = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ n: string }>(
      "select count(*) as n from operator_audit where call in ('freezeUser', 'unfreezeUser') and outcome = 'done'",
    )
    return Number(rows[0]?.n)
  })

interface Askers {
  /** Of customers. */
  readonly tokens: readonly string[]
  readonly operator: string
  /** A user who does nothing, and is frozen and thawed. */
  readonly frozenId: number
}

/** Reads of customers and operators, changes by operators, and input that is refused. */
const mixedRequests = (random: Random, { tokens, operator, frozenId }: Askers) => {
  const pick = <Item>(items: readonly Item[]): Item => items[random.integer(0, items.length - 1)] as Item
  const ofCustomer = (): RawRequest => {
    const token = pick(tokens)
    return pick([
      callRequest(getDeviceList, { page: 1, rows: 10 }, { token }),
      callRequest(getOrderList, { page: 1, rows: 10 }, { token }),
      callRequest(getGoodsList, {}, { token }),
    ])
  }
  const ofOperator = (): RawRequest =>
    pick([
      callRequest(getOverview, { days: '7' }, { token: operator }),
      callRequest(searchOrders, {}, { token: operator }),
      callRequest(searchUsers, { text: '138' }, { token: operator }),
    ])
  const changing = (): RawRequest =>
    pick([
      callRequest(freezeUser, { userId: frozenId, reason: '压力测试' }, { token: operator }),
      callRequest(unfreezeUser, { userId: frozenId }, { token: operator }),
    ])
  const exporting = (): RawRequest =>
    callRequest(createExport, { list: 'orders', query: '', columns: ['orderId'] }, { token: operator })
  const broken = (): RawRequest =>
    jsonPost(createExport.path, { list: random.integer(0, 9) }, { token: operator, [FORWARDED_FOR]: '10.9.9.9' })
  return (): RawRequest => {
    const chance = random.next()
    if (chance < 0.6) return ofCustomer()
    if (chance < 0.9) return ofOperator()
    if (chance < 0.93) return changing()
    return chance < 0.94 ? exporting() : broken()
  }
}
