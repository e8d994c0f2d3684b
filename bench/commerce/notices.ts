import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, atMost, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/wire-request'
import { withClient } from '@yunji/testkit/with-client'
import { type CashierKeys, findCashierKeys } from '../../apps/server/src/adapters/embedded-cashier/keys.ts'
import { writeNotice } from '../../apps/server/src/adapters/embedded-cashier/notice.ts'
import { demoMerchant } from '../../apps/server/src/adapters/embedded-cashier/parties.ts'
import { FULFIL_JOB } from '../../apps/server/src/modules/orders/index.ts'
import { startJobs } from '../../apps/server/src/platform/jobs.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { DELIVER_JOB } from '../../apps/server/src/platform/outbox/outbox.ts'
import { BARE_NOTICE_TABLES } from '../../apps/server/src/testing/bare-notices.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { ALL_ROUNDS, race, startServer } from '../load/race.ts'
import { inviteBuyers, openLargeShop, PRICE_CENTS } from './shop-data.ts'

const GOODS = 100
const BUYERS = 500
const PER_ROUND = 800
/** As many as the server has connections to its database: how long somebody waits for one is not the question. */
const ROUND = { requestsPerRound: PER_ROUND, connections: 16 }
const LIMIT = 3

/** What a notice of a payment costs with all that follows from it at once, against the bare recipe of taking note of it. */
export const measureNotices = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(postgres.url, await readMigrations(MIGRATIONS))
  await openLargeShop(postgres.url, GOODS)
  await inviteBuyers(postgres.url, BUYERS)
  await makeQueues(postgres.url, join(folder, 'bench.log'))
  await addPayments(postgres.url, PER_ROUND * ALL_ROUNDS)
  const keys = await findCashierKeys(join(folder, 'cashier'))
  const args = [postgres.url, folder, join(folder, 'till.log')]
  const till = await startServer(new URL('till-server.ts', import.meta.url), args)
  const bare = await startServer(new URL('bare-till-server.ts', import.meta.url), args)
  const contestantOf = ({ port, pid }: typeof till) => ({
    port,
    pids: [pid, postgres.pid() ?? 0],
    requests: (round: number) => noticesOf(keys, round),
    answer: 'success',
  })
  try {
    const rates = await race({ bare: contestantOf(bare), till: contestantOf(till) }, [], ROUND)
    await assertPaid(postgres.url)
    return [
      atMost('notice_cost_ratio', median(rates.map((round) => round.bare / round.till)), LIMIT),
      atLeast('notices_per_cpu_second', median(rates.map((round) => round.till)), 0),
    ]
  } finally {
    till.child.kill()
    bare.child.kill()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Jobs are only written; the queues that they are written to must stand. */
const makeQueues = async (url: string, logFile: string): Promise<void> => {
  const queueOf = ({ name }: { name: string }) => ({
    name,
    heartbeatSeconds: 60,
    retryLimit: 0,
    run: async () => undefined,
  })
  const jobs = await startJobs(url, openLog('warn', logFile).log, [queueOf(FULFIL_JOB), queueOf(DELIVER_JOB)])
  await jobs.stop()
}

const numberOf = (index: number): string => `bench${String(index).padStart(8, '0')}`

/** Orders that wait for their money, each with its payment, in both books. */
const addPayments = (url: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(BARE_NOTICE_TABLES)
    await client.query(
      `with buyers as (select array_agg(id) as ids from users),
         products as (select array_agg(id) as ids from billable_products where price_cents = $2),
         made as (
           insert into orders (user_id, kind, business_type, title, lines, total_cents, payable_cents, purchase,
             created_at, expires_at)
           select buyers.ids[1 + n % cardinality(buyers.ids)], 'buy', 1, '云手机 × 1',
             '[{"kind":"goods","amountCents":2990}]', $2, $2, '{}', now(), now() + interval '1 day'
           from buyers, generate_series(1, $1::int) n returning id
         ), numbered as (select id, row_number() over (order by id) - 1 as place from made), items as (
           insert into order_items (order_id, product_id, quantity, unit_price_cents)
           select id, products.ids[1 + place % cardinality(products.ids)], 1, $2 from numbered, products
         )
       insert into payments (order_id, provider, scene, out_trade_no, amount_cents, created_at, expires_at)
       select id, 'alipay', 'h5', 'bench' || lpad(place::text, 8, '0'), $2, now(), now() + interval '1 day'
       from numbered`,
      [count, PRICE_CENTS],
    )
    await client.query('insert into bare_accounts select n, 0 from generate_series(0, $1::int) n', [count])
    await client.query(
      `insert into bare_payments (out_trade_no, account_id, amount)
       select out_trade_no, row_number() over (), amount_cents from payments`,
    )
    await client.query('vacuum analyze')
  })

/** Of payments that no other round tells of, signed as the provider signs them. */
const noticesOf = (keys: CashierKeys, round: number): string[] =>
  Array.from({ length: PER_ROUND }, (_, place) => {
    const now = new Date()
    const at = now.toISOString()
    const number = numberOf(round * PER_ROUND + place)
    const trade = {
      protocol: 'alipay',
      outTradeNo: number,
      appId: demoMerchant.alipayAppId,
      title: '云手机 × 1',
      amountCents: PRICE_CENTS,
      tradeType: 'wap',
      expiresAt: at,
      notifyUrl: servedRoutes.alipayNotice.path,
      returnUrl: '',
      openid: '',
      state: 'paid',
      prepayId: '',
      transactionId: `tx-${number}`,
      createdAt: at,
      paidAt: at,
      refunds: [],
      notices: [],
    } as const
    const { headers, body } = writeNotice.alipay(keys, trade, { id: number, tries: 0, nextAt: at }, now)
    const { method, path } = servedRoutes.alipayNotice
    return formatRequest({ method, path, headers, body }).toString('latin1')
  })

/** All of it is paid for in both books, or something fast but broken was measured. */
const assertPaid = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Record<string, number>>(
      `select (select count(*) from payments)::int as told,
         (select count(*) from orders where state = 'paid')::int as paid,
         (select count(*) from ledger_entries)::int as entries,
         (select count(*) from bare_payments where status = 'paid')::int as bare`,
    )
    const { told, ...others } = rows[0] ?? {}
    if (Object.values(others).some((count) => count !== told)) throw new Error(`paid ${JSON.stringify(rows[0])}`)
  })
