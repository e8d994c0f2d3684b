import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { type System, startSystem } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { createAccounts } from '../support/accounts.ts'

/** More than one step of a run takes, so that a kill falls between steps. */
const DEVICES = 250
/** Guards against hanging only. */
const DEADLINE_MS = 120_000
const LONGEST_WAIT_MS = 400

type Row = Readonly<Record<string, unknown>>
type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>

export const promise = definePromise({
  id: 'R21',
  name: 'r21_killed_schedules',
  title: 'kill -9 of the server amid due schedules: each runs once on each device or is told as missed, never doubled',
  sizes: { small: 1, long: 60 },
  async run({ size: kills, seed, log }) {
    const random = createRandom(seed)
    const database = await createMigratedDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'yunji-schedules-'))
    const env = { DATABASE_URL: database.url, YUNJI_DEMO: '0' }
    // Two processes of the product: either may be the one that is killed, and both look for due schedules.
    const startBoth = async (): Promise<readonly [System, System]> => {
      const first = await startAgain({ env, dataDir })
      try {
        return [first, await startAgain({ env })]
      } catch (error) {
        await first.stop()
        throw error
      }
    }
    const query: Query = (text, values = []) =>
      withClient(database.url, async (client) => (await client.query<Row>(text, [...values])).rows)
    const violations: string[] = []
    let systems = await startBoth()
    try {
      for (let round = 0; round < kills; round += 1) {
        const userId = await addOwner(database.url, query, round)
        await query('update device_schedules set next_at = now() where owner_id = $1', [userId])
        await eventually(() => underWay(query, userId), { deadlineMs: DEADLINE_MS, everyMs: 5 })
        await delay(random.integer(0, LONGEST_WAIT_MS))
        for (const system of systems) await kill(system)
        await query(
          `insert into device_schedules (owner_id, kind, target, tag, repeat, run_time, next_at, created_at)
           values ($1, 'stop', 'tag', 'b', 'daily', '03:00', now() - interval '16 minutes', now())`,
          [userId],
        )
        systems = await startBoth()
        await eventually(() => assertTaken(query, userId), { deadlineMs: DEADLINE_MS })
        const wrong = await findViolations(query, userId)
        violations.push(...wrong.map((text) => `kill ${round + 1}: ${text}`))
        log(`kill ${round + 1}: ${wrong.length} violations`)
      }
      return { rounds: kills, violations }
    } finally {
      await Promise.all(systems.map((system) => system.stop()))
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
})

/** As a supervisor does with a process whose database did not answer in time. */
const startAgain = (options: Parameters<typeof startSystem>[0]): Promise<System> =>
  eventually(() => startSystem(options), { deadlineMs: DEADLINE_MS })

const kill = async ({ process }: System): Promise<void> => {
  process.kill('SIGKILL')
  await once(process, 'exit')
}

/** Half of the devices are to be stopped, the others restarted. */
const addOwner = async (url: string, query: Query, round: number): Promise<number> => {
  const [account] = await createAccounts(url, 1, round)
  const userId = account?.userId ?? 0
  await query(`insert into zones (code, name, created_at) values ('test', '测试区', now()) on conflict do nothing`)
  await query(
    `with made as (
       insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, created_at)
       select $1::bigint, g.id, (select min(id) from zones), '云机 ' || n, 3, '10/B', 7, 'plan-' || $1::bigint || '-' || n,
         now() + interval '10 days', 'running', now()
       from generate_series(1, $2::int) n, device_groups g where g.user_id = $1::bigint and g.is_default returning id
     )
     insert into device_tags select id, case when id % 2 = 0 then 'a' else 'b' end from made`,
    [userId, 2 * DEVICES],
  )
  for (const [kind, tag] of [
    ['stop', 'a'],
    ['reboot', 'b'],
  ])
    await query(
      `insert into device_schedules (owner_id, kind, target, tag, repeat, run_time, created_at)
       values ($1, $2, 'tag', $3, 'daily', '03:00', now())`,
      [userId, kind, tag],
    )
  return userId
}

const runsOf = `device_schedule_runs r join device_schedules s on s.id = r.schedule_id where s.owner_id = $1`

const underWay = async (query: Query, userId: number): Promise<void> => {
  const [found] = await query(`select count(*)::int as count from ${runsOf} and r.last_device_id > 0`, [userId])
  if (found?.count === 0) throw new Error('no schedule has begun')
}

/** All devices have been taken and the late schedule was seen. */
const assertTaken = async (query: Query, userId: number): Promise<void> => {
  const runs = await query(`select r.state from ${runsOf}`, [userId])
  const due = await query('select id from device_schedules where owner_id = $1 and next_at <= now()', [userId])
  if (runs.length < 3 || due.length > 0 || runs.some(({ state }) => state === 'open'))
    throw new Error(`${runs.length} runs, ${due.length} still due`)
}

const findViolations = async (query: Query, userId: number): Promise<string[]> => {
  const runs = await query(`select s.kind, r.state, r.device_count, r.done_count from ${runsOf} order by r.id`, [
    userId,
  ])
  const stopped = await query(
    `select state, state_count, count(*)::int as count from devices d join device_tags t on t.device_id = d.id
     where d.owner_id = $1 and t.tag = 'a' group by 1, 2`,
    [userId],
  )
  const restarted = await query(
    `select p.device_id, count(*)::int as count from task_parts p join tasks k on k.id = p.task_id
     where k.owner_id = $1 and k.schedule_run_id is not null group by 1`,
    [userId],
  )
  const missed = runs.filter(({ state }) => state === 'missed')
  const told = await query(`select id from outbox where user_id = $1 and event = 'scheduleMissed'`, [userId])
  const checks: readonly (readonly [boolean, string])[] = [
    [runs.length === 3, `${runs.length} runs instead of 3`],
    [missed.length === 1 && told.length === 1, `${missed.length} missed, ${told.length} messages`],
    [stopped.length === 1 && stopped[0]?.state_count === 1, `devices stopped ${JSON.stringify(stopped)}`],
    [stopped[0]?.state === 'stopped' && stopped[0]?.count === DEVICES, 'not every device is stopped'],
    [restarted.length === DEVICES, `${restarted.length} devices restarted`],
    [restarted.every(({ count }) => count === 1), 'a device was restarted twice'],
    [
      runs.filter(({ state }) => state !== 'missed').every(({ device_count }) => device_count === DEVICES),
      `counted ${JSON.stringify(runs)}`,
    ],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, text]) => text)
}
