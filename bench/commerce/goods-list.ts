import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getGoodsList } from '@yunji/contract/commerce/commodity/calls'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/raw-http'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { callRequest } from '../../tests/support/call-request.ts'
import { compareServers, startReference, startServer } from '../load/compare-servers.ts'
import { addBuyers, fillCatalogue } from './shop-data.ts'

const GOODS = 20
const BUYERS = 200
const LIMIT = 0.15
const ROUND = { requestsPerRound: 4_000 }

/** Lists of twenty goods with each buyer's prices, relative to Fastify that answers the same from memory. */
export const measureGoodsList = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(postgres.url, await readMigrations(MIGRATIONS))
  await fillCatalogue(postgres.url, GOODS)
  const tokens = await addBuyers(postgres.url, BUYERS)
  const shop = await startServer(new URL('shop-server.ts', import.meta.url), [postgres.url, join(folder, 'shop.log')])
  const requests = tokens.map((token) =>
    formatRequest(callRequest(getGoodsList, { rows: GOODS }, { token })).toString('latin1'),
  )
  const plain = await startReference('goodsList', JSON.stringify(await listOf(shop.port, tokens[0] ?? '')))
  try {
    const targets = {
      plain: { port: plain.port, pids: [plain.pid] },
      shop: { port: shop.port, pids: [shop.pid, postgres.pid() ?? 0] },
    }
    const rates = await compareServers(targets, requests, ROUND)
    return [
      atLeast('goods_list_ratio', median(rates.map((round) => round.shop / round.plain)), LIMIT),
      atLeast('goods_lists_per_cpu_second', median(rates.map((round) => round.shop)), 0),
    ]
  } finally {
    shop.child.kill()
    plain.child.kill()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const listOf = async (port: number, token: string): Promise<object> => {
  const { path } = callRequest(getGoodsList, { rows: GOODS })
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { token } })
  const { data } = (await response.json()) as { data: { records: object[] } }
  if (data.records.length !== GOODS) throw new Error(`${data.records.length} goods in the list`)
  return data
}
