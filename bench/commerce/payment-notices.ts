import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, atMost, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/raw-http'
import { withClient } from '@yunji/testkit/with-client'
import {
  type CashierKeys,
  demoMerchant,
  findCashierKeys,
} from '../../apps/server/src/adapters/embedded-cashier/keys.ts'
import { writeNotice } from '../../apps/server/src/adapters/embedded-cashier/notice.ts'
import { FULFIL_JOB } from '../../apps/server/src/modules/commerce/orders/index.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { DELIVER_JOB } from '../../apps/server/src/platform/outbox/outbox.ts'
import { BARE_NOTICE_TABLES } from '../../apps/server/src/testing/bare-notices.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { ALL_ROUNDS, compareServers, startReference, startServer } from '../load/compare-servers.ts'
import { addBuyers, addPayments, fillCatalogue, makeQueues, PRICE_CENTS, paymentNumber } from './shop-data.ts'

const GOODS = 100
const BUYERS = 500
const PER_ROUND = 800
/** As many as the server's database connections, so that waiting for one does not count. */
const ROUND = { requestsPerRound: PER_ROUND, connections: 16 }
const LIMIT = 3

/** Cost of a payment notice with everything in its transaction, relative to a bare update. */
export const measurePaymentNotices = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(postgres.url, await readMigrations(MIGRATIONS))
  await fillCatalogue(postgres.url, GOODS)
  await addBuyers(postgres.url, BUYERS)
  await makeQueues(postgres.url, [FULFIL_JOB, DELIVER_JOB])
  await addPayments(postgres.url, PER_ROUND * ALL_ROUNDS)
  await addBarePayments(postgres.url)
  const keys = await findCashierKeys(join(folder, 'cashier'))
  const args = [postgres.url, folder, join(folder, 'cashier.log')]
  const notices = await startServer(new URL('notice-server.ts', import.meta.url), args)
  const bare = await startReference('notices', postgres.url)
  const targetOf = ({ port, pid }: typeof notices) => ({
    port,
    pids: [pid, postgres.pid() ?? 0],
    requests: (round: number) => noticesOf(keys, round),
    answer: 'success',
  })
  try {
    const rates = await compareServers({ bare: targetOf(bare), notices: targetOf(notices) }, [], ROUND)
    await assertPaid(postgres.url)
    return [
      atMost('notice_cost_ratio', median(rates.map((round) => round.bare / round.notices)), LIMIT),
      atLeast('notices_per_cpu_second', median(rates.map((round) => round.notices)), 0),
    ]
  } finally {
    notices.child.kill()
    bare.child.kill()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same payments for the reference server. */
const addBarePayments = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(BARE_NOTICE_TABLES)
    await client.query(
      'insert into bare_accounts select n, 0 from generate_series(0, (select count(*) from payments)) n',
    )
    await client.query(
      `insert into bare_payments (out_trade_no, account_id, amount)
       select out_trade_no, row_number() over (), amount_cents from payments`,
    )
    await client.query('vacuum analyze')
  })

/** Signed notices of payments that no other round uses. */
const noticesOf = (keys: CashierKeys, round: number): string[] =>
  Array.from({ length: PER_ROUND }, (_, place) => {
    const now = new Date()
    const at = now.toISOString()
    const number = paymentNumber(round * PER_ROUND + place)
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

/** Throws unless every payment was applied on both servers. */
const assertPaid = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Record<string, number>>(
      `select (select count(*) from payments)::int as payments,
         (select count(*) from orders where state = 'paid')::int as paid,
         (select count(*) from ledger_entries)::int as entries,
         (select count(*) from bare_payments where status = 'paid')::int as bare`,
    )
    const { payments, ...others } = rows[0] ?? {}
    if (Object.values(others).some((count) => count !== payments)) throw new Error(`paid ${JSON.stringify(rows[0])}`)
  })
