import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { entryOf } from '@yunji/testkit/system'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { type Jobs, openJobQueue } from '../../apps/server/src/platform/jobs.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import type { TaskDevice } from '../../apps/server/src/platform/tasks/definition.ts'
import { SUPPLIER_TABLES } from './counting-supplier.ts'
import { createTaskEngine } from './task-engine.ts'
import { startWorkerProcess } from './worker-process.ts'

const WORKER = entryOf(fileURLToPath(new URL('task-worker.ts', import.meta.url)))

const OWNER_AND_ZONE = `
  with owner as (insert into users (name, created_at) values ('experiment', now()) returning id),
       zone as (insert into zones (code, name, created_at) values ('test', 'test', now()) returning id)
  select owner.id as "ownerId", zone.id as "zoneId" from owner, zone`

const DEVICES = `
  insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
    state, state_deadline, created_at)
  select $1, (select min(id) from device_groups where user_id = $1), $2, 'device', 1, '10/B', 7, 'phone-' || n,
    now() + interval '1 day', 'cleaning', now() + interval '1 hour', now()
  from generate_series($3::int, $4::int) n
  returning id, name, state_count as "stateCount"`

type TaskOutcome = 'succeeds' | 'fails'

/** A database with tasks; workers are started and killed by the test. */
export const withTaskHarness = async <Result>(work: (harness: TaskHarness) => Promise<Result>): Promise<Result> => {
  const { url, drop } = await createMigratedDatabase()
  const log = createLogger('silent', process.stdout)
  const database = openDatabase(url, log)
  await database.pool.query(SUPPLIER_TABLES)
  const workers = new Set<ChildProcess>()
  const jobs = await openJobQueue(url, log)
  try {
    return await work(await createHarness({ url, database, log, jobs, workers }))
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
    await jobs.stop()
    await database.close()
    await drop()
  }
}

interface HarnessParts {
  readonly url: string
  readonly database: ReturnType<typeof openDatabase>
  readonly log: ReturnType<typeof createLogger>
  readonly jobs: Jobs
  readonly workers: Set<ChildProcess>
}

const createHarness = async ({ url, database, log, jobs, workers }: HarnessParts) => {
  const engine = createTaskEngine({ database, clock: systemClock, log, jobs, wait: async () => undefined })
  const { rows } = await database.pool.query<{ ownerId: string; zoneId: string }>(OWNER_AND_ZONE)
  const [ownerId, zoneId] = [Number(rows[0]?.ownerId), Number(rows[0]?.zoneId)]
  let devices = 0

  return {
    pool: database.pool,

    /** Starts `count` tasks of one device each. */
    async begin(outcome: TaskOutcome, count: number): Promise<void> {
      // Before the first wait: tasks are begun at the same time.
      const first = devices
      devices += count
      const range = [first, first + count - 1]
      const { rows: added } = await database.pool.query<TaskDevice>(DEVICES, [ownerId, zoneId, ...range])
      const kind = outcome === 'succeeds' ? 'deepClean' : 'clean'
      for (const row of added) {
        const busy = [{ device: { ...row, id: Number(row.id) }, before: 'running' as const }]
        await database.db.transaction((tx) => engine.begin(tx, { kind, ownerId, devices: busy }))
      }
    },

    startWorker: () => startWorkerProcess(workers, WORKER, url),

    async kill(worker: ChildProcess): Promise<void> {
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
      workers.delete(worker)
    },

    /** Makes heartbeats of dead workers expire without waiting; call only while no worker runs. */
    ageHeartbeats: () =>
      database.pool.query(
        `update pgboss.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 s'
         where state = 'active' and name = 'task.part'`,
      ),
  }
}

export type TaskHarness = Awaited<ReturnType<typeof createHarness>>
