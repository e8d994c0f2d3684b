import { setTimeout as delay } from 'node:timers/promises'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { embeddedDatabaseUrl } from '@yunji/testkit/embedded-database'
import { eventually } from '@yunji/testkit/eventually'
import { atMost } from '@yunji/testkit/figures'
import { definePromise, type Trial } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { createConnectionPool, type RawConnectionPool } from '@yunji/testkit/raw-connection'
import { type System, startSystem } from '@yunji/testkit/system'
import { createAccounts, createSessions } from '../support/accounts.ts'
import { lostByServer, lostInDatabase } from './acknowledged-facts.ts'
import { type KillTarget, killDatabase, killTargets } from './kill-database.ts'
import { createSessionLoad } from './session-load.ts'

/** Enough for one or two logins each: a login cut off by a kill counts as a wrong password, and five lock the number. */
const ACCOUNTS = 3_000
const WORKERS = 6
/** Pause between two requests of a worker. */
const PAUSE_MS = 25
const SESSIONS_PER_KILL = 40
/** Mostly writes, since only these can be lost. */
const SHARE = { logins: 0.4, logouts: 0.4 }
const READY_LIMIT_SECONDS = 5
/** Guards against hanging only; the long form measures the time. */
const READY_DEADLINE_MS = 60_000

export const promise = definePromise({
  id: 'R2',
  name: 'r2_database_kills',
  title: 'kill -9 of PostgreSQL under load loses no acknowledged write, and the server lives on',
  sizes: { small: 3, long: 60 },
  async run(trial) {
    const system = await startSystem({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const pool = createConnectionPool(system.port)
    try {
      return await killAgainAndAgain(trial, system, pool)
    } finally {
      pool.close()
      await system.stop()
    }
  },
})

const killAgainAndAgain = async (
  { size: kills, seed, log, form }: Trial<number>,
  system: System,
  pool: RawConnectionPool,
) => {
  const url = await embeddedDatabaseUrl(system.dataDir)
  const random = createRandom(seed)
  const accounts = await createAccounts(url, ACCOUNTS)
  const load = createSessionLoad({ send: pool.send, accounts, random, share: SHARE, mayBeUnavailable: true })
  const violations: string[] = []
  const outagesSeconds: number[] = []

  let isOver = false
  const working = load.runUntil(() => isOver, WORKERS, PAUSE_MS)
  let rounds = 0
  try {
    while (rounds < kills && !hasEnded(system)) {
      for (const token of await createSessions(url, accounts[0]?.userId ?? 0, SESSIONS_PER_KILL)) load.addOpen(token)
      const acknowledgedBefore = load.count.acknowledged
      await delay(random.integer(100, 600))
      await eventually(() => assertMore(load.count.acknowledged, acknowledgedBefore))
      const way = killTargets[rounds % killTargets.length] as KillTarget
      const kill = await killDatabase(url, way, random)
      const killedAt = performance.now()
      const isBack = async () => {
        if (!hasEnded(system)) await assertReady(pool, kill.isOver)
      }
      await eventually(isBack, { deadlineMs: READY_DEADLINE_MS, everyMs: 20 })
      if (hasEnded(system)) break
      outagesSeconds.push((performance.now() - killedAt) / 1000)
      violations.push(...(await lostByServer(pool.send, load.facts)))
      rounds += 1
      log(`kill ${rounds} (${way}): ready after ${outagesSeconds.at(-1)?.toFixed(2)} s`)
    }
  } finally {
    isOver = true
    await working
  }

  violations.push(...load.violations)
  if (hasEnded(system)) return { rounds, violations: [`the server ended: ${system.output()}`, ...violations] }
  violations.push(...(await lostByServer(pool.send, load.facts)), ...(await lostInDatabase(url, load.facts)))
  log(`${load.count.acknowledged} acknowledged, ${load.count.refused} refused with 503`)
  const slowest = atMost('r2_ready_again_seconds', Math.max(...outagesSeconds), READY_LIMIT_SECONDS)
  return { rounds, violations, ...(form === 'long' && { figures: [slowest] }) }
}

const hasEnded = ({ process: server }: System): boolean => server.exitCode !== null || server.signalCode !== null

const assertMore = (now: number, before: number): void => {
  if (now <= before) throw new Error('no call was acknowledged: there is no load to kill the database under')
}

const assertReady = async (pool: RawConnectionPool, isKillOver: () => boolean): Promise<void> => {
  if (!isKillOver()) throw new Error('the killed processes still stand')
  const { status, body } = await pool.send({ method: 'GET', path: sideRoutes.readyz.path })
  if (status !== 200) throw new Error(`not ready: ${body}`)
}
