import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { cpuSecondsOfTree } from '@yunji/testkit/process-table'
import { withClient } from '@yunji/testkit/with-client'
import { fulfilJob } from '../../apps/server/src/modules/commerce/fulfilment/index.ts'
import { auditLedger } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { reconcilePayments } from '../../apps/server/src/modules/commerce/payments/index.ts'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openJobQueue } from '../../apps/server/src/platform/jobs.ts'
import { createLive } from '../../apps/server/src/platform/live/live.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { sweepJob } from '../../apps/server/src/platform/maintenance.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { createOutbox } from '../../apps/server/src/platform/outbox/outbox.ts'
import { createSealedTexts } from '../../apps/server/src/platform/sealed-texts.ts'
import { singleKey } from '../../apps/server/src/platform/signing-keys.ts'
import { beginTask } from '../../apps/server/src/platform/tasks/begin-task.ts'
import { PART_JOB } from '../../apps/server/src/platform/tasks/worker.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { sampleTransactions } from '../load/transactions.ts'
import { addBuyers, addEntries, addPayments, fillCatalogue, makeQueues, PRICE_CENTS } from './shop-data.ts'

/** Size of the large database relative to the small one. */
const TIMES = 10
const PAYMENTS = 1_000
const ENTRIES = 100_000
const SESSIONS = 20_000
const PHONES = 1_000
const WARM_UP_ROUNDS = 1
const ROUNDS = 3
const COST_LIMIT = 1.3
const TRANSACTION_LIMIT_MS = 1_000
/** Response time of the provider. */
const ANSWER_MS = 100
/** The two minutes for a lost notice, less the first thirty seconds and one interval of the job. */
const ASKING_LIMIT_SECONDS = 85

const { log } = openLog('silent')
const nobody = async () => null
const unused = () => Promise.reject(new Error('not under load'))

/** A job over many rows. */
interface BatchWork {
  readonly name: string
  /** Rows in the small database. */
  readonly pieces: number
  /** Runs once before the first round. */
  readonly fill?: (fixture: BatchFixture, pieces: number) => Promise<unknown>
  /** Runs before each round, not measured. */
  readonly prepare?: (fixture: BatchFixture, pieces: number) => Promise<unknown>
  readonly run: (fixture: BatchFixture) => Promise<unknown>
}

type BatchFixture = Awaited<ReturnType<typeof openFixture>>

/** Cost of one row among ten times as many, on the same PostgreSQL; medians of interleaved rounds. */
export const measureBatchWork = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const spent = (): number => process.cpuUsage().user / 1e6 + cpuSecondsOfTree(postgres.pid() ?? 0)
  const small = await openFixture(await createDatabase(postgres, 'small'))
  const large = await openFixture(await createDatabase(postgres, 'large'))
  try {
    const figures: Figure[] = []
    for (const volume of [openPayments, ledgerCheck, deletions, phonesOfOneOrder]) {
      figures.push(await compare(volume, small, large, spent))
    }
    figures.push(await measureSlowProvider(large))
    await deletions.prepare(large, deletions.pieces * TIMES)
    const longestMs = await withClient(postgres.url, (client) => sampleTransactions(client, () => deletions.run(large)))
    figures.push(atMost('deletions_longest_transaction_ms', longestMs, TRANSACTION_LIMIT_MS))
    return figures
  } finally {
    await small.close()
    await large.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const compare = async (
  { name, pieces, fill, prepare, run }: BatchWork,
  small: BatchFixture,
  large: BatchFixture,
  spent: () => number,
) => {
  const sizes = [
    [small, pieces],
    [large, pieces * TIMES],
  ] as const
  for (const [fixture, count] of sizes) await fill?.(fixture, count)
  const ratios: number[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const costs: number[] = []
    for (const [fixture, count] of sizes) {
      await prepare?.(fixture, count)
      const before = spent()
      await run(fixture)
      costs.push((spent() - before) / count)
    }
    const [ofSmall = 0, ofLarge = 0] = costs
    process.stderr.write(`    ${name} ${round}: ${costs.map((cost) => (cost * 1e6).toFixed(1)).join(' → ')} µs each\n`)
    if (round >= WARM_UP_ROUNDS) ratios.push(ofLarge / ofSmall)
  }
  return atMost(`${name}_cost_ratio`, median(ratios), COST_LIMIT)
}

/** Open payments without a notice; the provider reports each as unpaid. */
const openPayments: BatchWork = {
  name: 'open_payments',
  pieces: PAYMENTS,
  fill: ({ url }, pieces) => addPayments(url, pieces),
  prepare: async ({ deps, provider }) => {
    deps.clock.advance(MINUTE_MS)
    provider.queries = 0
  },
  run: async ({ deps }) => reconcilePayments(deps)(),
}

const measureSlowProvider = async (fixture: BatchFixture): Promise<Figure> => {
  const { provider } = fixture
  await openPayments.prepare?.(fixture, 0)
  provider.answerMs = ANSWER_MS
  const startedAt = performance.now()
  await openPayments.run(fixture)
  if (provider.queries !== PAYMENTS * TIMES) throw new Error(`the provider was asked ${provider.queries} times`)
  return atMost('open_payments_seconds', (performance.now() - startedAt) / 1000, ASKING_LIMIT_SECONDS)
}

/** The full audit of `npm run ledger:check`. */
const ledgerCheck: BatchWork = {
  name: 'ledger_check',
  pieces: ENTRIES,
  fill: ({ url }, pieces) => addEntries(url, pieces),
  run: async ({ deps }) => {
    const found = await auditLedger(deps.database.db)
    if (found.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(found.slice(0, 3))}`)
  },
}

/** Old sessions, deleted by the hourly job. */
const deletions = {
  name: 'deletions',
  pieces: SESSIONS,
  prepare: ({ url, deps }: BatchFixture, pieces: number) =>
    withClient(url, async (client) => {
      // Between two hourly runs, autovacuum does this.
      await client.query('vacuum sessions')
      await client.query(
        `insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at)
         select sha256(n::text::bytea), (select min(id) from users), $2, $2, $2 from generate_series(1, $1::int) n`,
        [pieces, later(deps.clock.now(), -60 * DAY_MS)],
      )
    }),
  run: async ({ deps }: BatchFixture) => {
    const { database, clock } = deps
    await sweepJob({ db: database.db, clock, log }).run({})
    const { rows } = await database.pool.query('select count(*)::int as kept from sessions')
    if (rows[0].kept !== 1) throw new Error(`${rows[0].kept} sessions are left`)
  },
}

/** One paid order for all phones, fulfilled in one transaction. */
const phonesOfOneOrder: BatchWork = {
  name: 'phones_of_one_order',
  pieces: PHONES,
  prepare: (fixture, pieces) => addPaidOrder(fixture, pieces),
  run: async ({ deps }) => {
    const { rows } = await deps.database.pool.query(`select max(id) as id from orders where kind = 'bigUser'`)
    await fulfilJob(deps).run({ orderId: Number(rows[0].id) })
  },
}

const addPaidOrder = ({ url, zoneId, productId }: BatchFixture, quantity: number): Promise<unknown> =>
  withClient(url, (client) =>
    client.query(
      `with made as (
         insert into orders (user_id, kind, business_type, title, state, lines, total_cents, payable_cents, purchase,
           pay_method, created_at, expires_at, paid_at)
         select min(id), 'bigUser', 1, '云手机', 'paid', '[]', $4, $4, jsonb_build_object('zoneId', $1::bigint), 3, now(),
           now(), now() from users where mobile_phone like '19%' returning id
       ), items as (
         insert into order_items (order_id, product_id, quantity, unit_price_cents) select id, $2, $3, $5 from made
       ), taken as (
         update zone_stock set reserved = reserved + $3 returning zone_id, config_id
       )
       insert into stock_reservations (order_id, zone_id, config_id, quantity)
       select id, zone_id, config_id, $3 from made, taken`,
      [zoneId, productId, quantity, quantity * PRICE_CENTS, PRICE_CENTS],
    ),
  )

const openFixture = async (url: string) => {
  await migrate(url, await readMigrations(MIGRATIONS))
  const { zoneId, productIds } = await fillCatalogue(url, 1)
  await addBuyers(url, 1)
  await makeQueues(url, [PART_JOB])
  const database = openDatabase(url, log)
  const jobs = await openJobQueue(url, log)
  const clock = createFakeClock(new Date())
  const live = createLive({ on: () => undefined, close: () => undefined })
  const create = { kind: 'create', deadlineMs: HOUR_MS, undoMs: 0, steps: [], describeFailure: () => '' } as const
  const tasks = { begin: beginTask({ clock, jobs, live, definitions: new Map([['create', create]]) }) }
  /** Simulated response time and number of queries. */
  const provider = { answerMs: 0, queries: 0 }
  const query = async () => {
    provider.queries += 1
    if (provider.answerMs > 0) await delay(provider.answerMs)
    return { state: 'waiting' } as const
  }
  const no = { status: 500, contentType: 'text/plain', body: '' }
  const noticeReplies = { taken: no, refused: no }
  const bills = { downloadBill: unused, readBill: () => ({ lines: [] }) }
  const others = { open: unused, refund: unused, queryRefund: unused, readNotice: unused, noticeReplies, ...bills }
  const payments = { alipay: { name: 'alipay', query, close: query, ...others } } as const
  return {
    url,
    zoneId,
    productId: productIds[0] ?? 0,
    provider,
    deps: {
      database,
      clock,
      log,
      jobs,
      tasks,
      payments,
      outbox: createOutbox({ clock, jobs }),
      sealedTexts: createSealedTexts(singleKey(randomBytes(32))),
      wechatLogin: { officialAccount: null, identifyByApplet: nobody, identifyByOfficialAccount: nobody },
    },
    close: async (): Promise<void> => {
      await jobs.stop()
      await database.close()
    },
  }
}
