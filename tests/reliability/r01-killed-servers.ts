import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise, type Trial } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { createConnectionPool, type RawConnectionPool } from '@yunji/testkit/raw-connection'
import { type System, startSystem } from '@yunji/testkit/system'
import { freePort } from '../conformance/debian-adb.ts'
import { addBuyers, createPurchaseLoad, findProduct, type PurchaseLoad } from './purchase-load.ts'
import { brokenBooks, lostPurchases, unsettled } from './purchase-verdict.ts'

const BUYERS = 6
/** Guards against hanging only: lost notices are recovered by queries within two minutes. */
const SETTLED_DEADLINE_MS = 300_000

export const promise = definePromise({
  id: 'R1',
  name: 'r1_killed_servers',
  title: 'kill -9 of the server amid ordering and paying loses no order and no money, and nothing happens twice',
  sizes: { small: 2, long: 200 },
  async run(trial) {
    const database = await createMigratedDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'yunji-killed-'))
    // The same port after each restart: providers send their notices there.
    const port = await freePort()
    const env = { DATABASE_URL: database.url, PORT: String(port) }
    const start = () => startSystem({ env, dataDir })
    const pool = createConnectionPool(port)
    try {
      return await killAgainAndAgain(trial, database.url, start, pool)
    } finally {
      pool.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
})

const killAgainAndAgain = async (
  { size: kills, seed, log }: Trial<number>,
  url: string,
  start: () => Promise<System>,
  pool: RawConnectionPool,
) => {
  const random = createRandom(seed)
  const violations: string[] = []
  let system = await start()
  try {
    const load = createPurchaseLoad({
      send: (request) => pool.send(request),
      buyers: await addBuyers(url, BUYERS),
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

/** A kill must hit running requests. */
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
