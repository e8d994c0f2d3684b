import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@yunji/testkit/eventually'
import { atMost } from '@yunji/testkit/figures'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { killAmidChanges } from './killed-changes.ts'
import { type TaskHarness, withTaskHarness } from './task-harness.ts'
import { findViolations, takenUpSeconds } from './task-verdict.ts'

/** Workers are killed together in a round, since the heartbeat timeout is the same for all of them. */
const TAKEN_UP_LIMIT_SECONDS = 60
/** The queue may leave a worker idle; more tasks are added once the others are killed. */
const TRIES = 12
const UNDER_WAY_DEADLINE_MS = 10_000
/** Guards against hanging only. */
const OVER_DEADLINE_MS = 120_000
/** Within one step. */
const LONGEST_WAIT_MS = 500

type Direction = 'forward' | 'back'

export const promise = definePromise({
  id: 'R9',
  name: 'r9_killed_workers',
  title:
    'a worker killed in the middle of a job: the effect happens once, taken up again within 60 s; a server killed amid moves, updates and installations leaves each customer one phone with everything on it',
  sizes: {
    small: { rounds: 1, workers: 2, tasksPerWorker: 1, changes: 1 },
    short: { rounds: 1, workers: 4, tasksPerWorker: 1, changes: 3 },
    long: { rounds: 13, workers: 8, tasksPerWorker: 2, changes: 20 },
  },
  run: ({ size: { rounds, workers: count, tasksPerWorker, changes: changeRounds }, seed, log, form }) =>
    withTaskHarness(async (harness) => {
      const random = createRandom(seed)
      const kills: { pid: number; at: Date }[] = []
      let workers = await Promise.all(Array.from({ length: count }, () => harness.startWorker()))
      for (let round = 1; round <= rounds; round += 1) {
        await harness.begin('succeeds', count * tasksPerWorker)
        await harness.begin('fails', count * tasksPerWorker)
        const dead = await Promise.all(workers.map((worker, index) => killAtWork(harness, worker, index, random)))
        kills.push(...dead.filter((kill) => kill !== null))
        if (form !== 'long') await harness.ageHeartbeats()
        workers = await Promise.all(workers.map(() => harness.startWorker()))
        await untilAllOver(harness)
        log(`round ${round}: ${kills.length} killed so far, everything is over`)
      }
      const seconds = await takenUpSeconds(harness.pool, kills)
      const violations = await findViolations(harness.pool)
      for (const each of seconds.filter((value) => value > TAKEN_UP_LIMIT_SECONDS))
        violations.push(`work lay idle for ${each.toFixed(1)} s`)
      if (kills.length < rounds * count) violations.push(`only ${kills.length} workers were killed at work`)
      const slowest = atMost('r9_taken_up_seconds', Math.max(0, ...seconds), TAKEN_UP_LIMIT_SECONDS)
      const changes = await killAmidChanges(changeRounds, { form, seed, log })
      violations.push(...changes.violations)
      return { rounds: kills.length + changes.kills, violations, ...(form === 'long' && { figures: [slowest] }) }
    }),
})

/** Every other worker is killed during an undo. */
const killAtWork = async (harness: TaskHarness, worker: ChildProcess, index: number, random: Random) => {
  const direction: Direction = index % 2 === 0 ? 'forward' : 'back'
  const pid = worker.pid ?? 0
  const isUnderWay = async (): Promise<void> => {
    const { rows } = await harness.pool.query<{ direction: Direction }>(
      `select direction from supplier_requests where pid = $1 and asked_at > clock_timestamp() - interval '500 ms'`,
      [pid],
    )
    if (!rows.some((row) => row.direction === direction)) throw new Error(`nothing goes ${direction}`)
  }
  let isAtWork = false
  for (let attempt = 0; attempt < TRIES && !isAtWork; attempt += 1) {
    if (attempt > 0) await harness.begin(direction === 'forward' ? 'succeeds' : 'fails', 1)
    isAtWork = await eventually(isUnderWay, { deadlineMs: UNDER_WAY_DEADLINE_MS, everyMs: 20 }).then(
      () => true,
      () => false,
    )
  }
  await delay(random.integer(0, LONGEST_WAIT_MS))
  await harness.kill(worker)
  return isAtWork ? { pid, at: new Date() } : null
}

const untilAllOver = (harness: TaskHarness) =>
  eventually(
    async () => {
      const { rows } = await harness.pool.query('select id, state, step from task_parts where ended_at is null')
      if (rows.length > 0) throw new Error(`not over: ${JSON.stringify(rows)}`)
    },
    { deadlineMs: OVER_DEADLINE_MS, everyMs: 100 },
  )
