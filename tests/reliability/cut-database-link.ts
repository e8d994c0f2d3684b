import { setTimeout as delay } from 'node:timers/promises'
import { sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import type { FaultProxy, LinkFault } from '@yunji/testkit/fault-proxy'
import type { Trial } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { createConnectionPool } from '@yunji/testkit/raw-connection'
import { withClient } from '@yunji/testkit/with-client'
import { createAccounts } from '../support/accounts.ts'
import { lostByServer, lostInDatabase } from './acknowledged-facts.ts'
import type { PhoneHarness } from './phone-harness.ts'
import { createSessionLoad } from './session-load.ts'

const LIMIT_MS = 10_000
/** In each direction: two seconds for a round trip. */
const SLOW_MS = 1000
const WORKERS = 4
const ACCOUNTS = 400
const SHARE = { logins: 0.5, logouts: 0.2 }
/** Pause between two requests of a worker. */
const PAUSE_MS = 50
/** Guards against hanging only. */
const BACK_DEADLINE_MS = 60_000

const faults: readonly LinkFault[] = [
  { kind: 'halfOpen' },
  { kind: 'delay', delayMs: SLOW_MS },
  { kind: 'reset' },
  { kind: 'stopAfter', sizeBytes: 20_000 },
]

/**
 * Injects faults between server and database under load. Every call is answered in time, with its data or with 503;
 * acknowledged writes exist once; and afterwards jobs, access checks and calls work.
 */
export const hurtDatabaseLink = async (
  { seed, log }: Trial,
  harness: PhoneHarness,
  proxy: FaultProxy,
  rounds: number,
): Promise<string[]> => {
  const random = createRandom(seed)
  const pool = createConnectionPool(harness.system.port)
  const accounts = await createAccounts(harness.databaseUrl, ACCOUNTS)
  const load = createSessionLoad({
    send: (request) => pool.send(request, LIMIT_MS),
    accounts,
    random,
    share: SHARE,
    mayBeUnavailable: true,
  })
  const violations: string[] = []
  let isOver = false
  const working = load.runUntil(() => isOver, WORKERS, PAUSE_MS)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const fault = faults[round % faults.length] as LinkFault
      proxy.setFault(fault)
      await delay(random.integer(500, 3000))
      proxy.heal()
      const stuck = await stuckAfter(harness, () => pool.send({ method: 'GET', path: sideRoutes.readyz.path }))
      violations.push(...stuck.map((text) => `round ${round}, database link ${JSON.stringify(fault)}: ${text}`))
    }
  } finally {
    isOver = true
    await working
  }
  violations.push(...load.violations)
  violations.push(
    ...(await lostByServer(pool.send, load.facts)),
    ...(await lostInDatabase(harness.databaseUrl, load.facts)),
  )
  violations.push(...(await doubledLogins(harness.databaseUrl, load.count.logins)))
  log(`database link: ${load.count.acknowledged} calls acknowledged, ${load.count.refused} refused with 503`)
  pool.close()
  return violations
}

/** Checks calls, device commands and access revocation after the fault. */
const stuckAfter = async (harness: PhoneHarness, askReady: () => Promise<{ status: number; body: string }>) => {
  const isReady = async (): Promise<void> => {
    const { status, body } = await askReady()
    if (status !== 200) throw new Error(`not ready: ${body}`)
  }
  const stuck: string[] = []
  const expectBack = (check: () => Promise<void>) =>
    eventually(check, { deadlineMs: BACK_DEADLINE_MS, everyMs: 50 }).catch((error: Error) => stuck.push(error.message))
  await expectBack(isReady)
  const [device] = await harness.devices()
  const deviceIds = [device?.deviceId ?? 0]
  await expectBack(
    async () => void (await harness.call(sendCommand.path, { deviceIds, command: DeviceCommand.reboot })),
  )
  await expectBack(async () => {
    const state = (await harness.devices()).find(({ deviceId }) => deviceId === deviceIds[0])?.state
    if (state !== 'running') throw new Error(`a device stays ${state}`)
  })
  return stuck
}

/** A login creates at most one session. */
const doubledLogins = (url: string, requested: number): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from sessions s join users u on u.id = s.user_id
       where u.mobile_phone like '19000%'`,
    )
    const made = rows[0]?.count ?? 0
    return made > requested ? [`${requested} logins made ${made} sessions`] : []
  })
