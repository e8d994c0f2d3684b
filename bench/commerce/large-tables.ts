import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getGoodPrice, getGoodsList } from '@yunji/contract/commerce/commodity/calls'
import { getOrderInfo, getOrderList } from '@yunji/contract/commerce/order/calls'
import type { Call } from '@yunji/contract/wire/call'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/raw-http'
import { withClient } from '@yunji/testkit/with-client'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { type CallFields, callRequest } from '../../tests/support/call-request.ts'
import { compareServers, startServer } from '../load/compare-servers.ts'
import { addBuyers, addOrders, fillCatalogue } from './shop-data.ts'

const SMALL = { goods: 20, orders: 5_000 }
/** A hundred thousand products, with six durations each. */
const LARGE = { goods: 16_667, orders: 1_000_000 }
const BUYERS = 100
const LIMIT = 1.2
const ROUND = { requestsPerRound: 1_000 }

interface Page {
  readonly name: string
  readonly call: Call
  readonly input: (orderId: number) => CallFields
}

const pages: readonly Page[] = [
  { name: 'goods_list', call: getGoodsList, input: () => ({ rows: 20 }) },
  { name: 'prices', call: getGoodPrice, input: () => ({ goodId: 7 }) },
  { name: 'orders', call: getOrderList, input: () => ({}) },
  { name: 'order', call: getOrderInfo, input: (orderId) => ({ orderId }) },
]

/** Cost of a call in a large shop relative to a small one; buyers have equally many orders. */
export const measureLargeTables = async (): Promise<readonly Figure[]> => {
  const small = await openShop(SMALL)
  const large = await openShop(LARGE)
  try {
    const figures: Figure[] = []
    for (const { name, call, input } of pages) {
      const requests = small.buyers.map(({ token, orderId }, index) => ({
        small: textOf(call, input(orderId), token),
        large: textOf(call, input(large.buyers[index]?.orderId ?? 0), large.buyers[index]?.token ?? ''),
      }))
      const targets = {
        small: { ...small.target, requests: requests.map((each) => each.small) },
        large: { ...large.target, requests: requests.map((each) => each.large) },
      }
      const rates = await compareServers(targets, [], ROUND)
      figures.push(atMost(`large_${name}_cost_ratio`, median(rates.map((round) => round.small / round.large)), LIMIT))
    }
    return figures
  } finally {
    await small.close()
    await large.close()
  }
}

const textOf = (call: Call, input: CallFields, token: string): string =>
  formatRequest(callRequest(call, input, { token })).toString('latin1')

const openShop = async ({ goods, orders }: typeof SMALL) => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(postgres.url, await readMigrations(MIGRATIONS))
  await fillCatalogue(postgres.url, goods)
  const tokens = await addBuyers(postgres.url, BUYERS)
  await addOrders(postgres.url, orders)
  const server = await startServer(new URL('shop-server.ts', import.meta.url), [postgres.url, join(folder, 'shop.log')])
  return {
    target: { port: server.port, pids: [server.pid, postgres.pid() ?? 0] },
    buyers: await buyersOf(postgres.url, tokens),
    async close(): Promise<void> {
      server.child.kill()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Buyers with one of their orders each. */
const buyersOf = (url: string, tokens: readonly string[]) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select (select max(id) from orders where user_id = users.id) as id from users
       where mobile_phone like '19%' order by users.id limit $1`,
      [tokens.length],
    )
    return tokens.map((token, index) => ({ token, orderId: Number(rows[index]?.id) }))
  })
