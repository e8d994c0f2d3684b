import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import type { ProductPromise, Trial } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { type System, startSystem } from '@yunji/testkit/system'
import { createWirePool, type WirePool } from '@yunji/testkit/wire-pool'
import { withClient } from '@yunji/testkit/with-client'
import { freePort } from '../conformance/debian-adb.ts'
import { createAccounts, createSessions } from '../support/accounts.ts'
import { fillPurse } from '../support/purse.ts'
import { type Buyer, createPurchaseLoad, type PurchaseLoad } from './purchase-load.ts'
import { brokenBooks, lostPurchases, unsettled } from './purchase-verdict.ts'

const SHORT_KILLS = 2
const LONG_KILLS = 200
const BUYERS = 6
const PURSE_CENTS = 1_000_000_000
/** Only guards against hanging: money that a dead server was told of is found by asking, within two minutes. */
const SETTLED_DEADLINE_MS = 300_000

export const promise: ProductPromise = {
  id: 'R1',
  name: 'r1_killed_servers',
  title: 'kill -9 of the server amid ordering and paying loses no order and no money, and nothing happens twice',
  async run(trial) {
    const database = await createMigratedDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'yunji-killed-'))
    // The same address after each death, as behind a domain name: providers tell their news there.
    const port = await freePort()
    const env = { DATABASE_URL: database.url, PORT: String(port) }
    const start = () => startSystem({ env, dataDir })
    const pool = createWirePool(port)
    try {
      return await killAgainAndAgain(trial, database.url, start, pool)
    } finally {
      pool.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

const killAgainAndAgain = async (
  { isLong, seed, log }: Trial,
  url: string,
  start: () => Promise<System>,
  pool: WirePool,
) => {
  const random = createRandom(seed)
  const kills = isLong ? LONG_KILLS : SHORT_KILLS
  const violations: string[] = []
  let system = await start()
  try {
    const load = createPurchaseLoad({
      send: (request) => pool.send(request),
      buyers: await inviteBuyers(url),
      product: await findProduct(url),
      random,
    })
    const shopping = load.run()
    let rounds = 0
    for (; rounds < kills; rounds += 1) {
      await moreOrders(load)
      await delay(random.integer(20, 500))
      system.process.kill('SIGKILL')
      await once(system.process, 'exit')
      violations.push(...(await brokenBooks(url)))
      system = await start()
      log(`kill ${rounds + 1}: ${load.orders.size} orders acknowledged`)
    }
    await moreOrders(load)
    load.end()
    await shopping
    await eventually(async () => assertNone(await unsettled(url, load.orders)), { deadlineMs: SETTLED_DEADLINE_MS })
    violations.push(...load.violations, ...(await lostPurchases(url, load.orders)), ...(await brokenBooks(url)))
    log(`${load.made} purchases begun, ${load.orders.size} acknowledged`)
    return { rounds, violations }
  } finally {
    await system.stop()
  }
}

const inviteBuyers = async (url: string): Promise<Buyer[]> => {
  const buyers: Buyer[] = []
  for (const { userId } of await createAccounts(url, BUYERS)) {
    await fillPurse(url, userId, 'beans', PURSE_CENTS)
    const [token = ''] = await createSessions(url, userId, 1)
    buyers.push({ userId, token })
  }
  return buyers
}

/** One that costs everybody the same, and more of it than the experiment can buy. */
const findProduct = (url: string): Promise<{ id: number; goodPrice: number }> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; price_cents: string; config_id: string }>(
      `select p.id, price_cents, config_id from billable_products p join goods_configurations c on c.id = config_id
       where good_time_hours = 24 and not is_metered and first_price_cents is null and not is_video_edition
         and not exists (select 1 from activity_products where product_id = p.id) order by p.id limit 1`,
    )
    const [row] = rows
    if (!row) throw new Error('nothing is sold')
    await client.query(
      `with zone as (insert into zones (code, name, created_at) values ('killed', '华东', now()) returning id)
       insert into zone_stock (zone_id, config_id, capacity) select id, $1, 1000000000 from zone`,
      [row.config_id],
    )
    return { id: Number(row.id), goodPrice: Number(row.price_cents) }
  })

/** A kill must find something under way. */
const moreOrders = (load: PurchaseLoad): Promise<void> => {
  const wanted = load.orders.size + BUYERS
  return eventually(
    () => {
      if (load.orders.size < wanted) throw new Error(`nobody buys: ${load.violations.at(-1) ?? 'no answer'}`)
    },
    { deadlineMs: 60_000 },
  )
}

const assertNone = (left: readonly number[]): void => {
  if (left.length > 0) throw new Error(`orders ${left.join(', ')} are paid for, and the shop has not heard of it`)
}
