import { definePromise } from '@yunji/testkit/promise'
import { isConnectionLost } from '../../apps/server/src/platform/database-errors.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import type { ServerHarness } from '../../apps/server/src/testing/server-harness.ts'
import { type BrokenRowsHarness, type PoisonedWork, poison, startBrokenRowsHarness } from './broken-rows-harness.ts'
import { poisonedBatches } from './poisoned-batches.ts'
import { poisonedDeviceRounds, ROUNDS_WITHOUT_ROWS } from './poisoned-device-rounds.ts'
import { JOBS_OF_ONE_ROW, JOBS_WITHOUT_ROWS, poisonedJobs } from './poisoned-jobs.ts'
import { poisonedMoneyRounds } from './poisoned-money-rounds.ts'
import { poisonedServiceRounds } from './poisoned-service-rounds.ts'
import { poisonedSpaceRounds } from './poisoned-space-rounds.ts'
import { poisonedSweeps } from './poisoned-sweeps.ts'

const poisonedWork = [
  ...poisonedJobs,
  ...poisonedSweeps,
  ...poisonedDeviceRounds,
  ...poisonedMoneyRounds,
  ...poisonedSpaceRounds,
  ...poisonedServiceRounds,
]

/** Guards against hanging only. */
const DEADLINE_MS = 300_000
/** The second run is for statements that a busy machine cut off. */
const RUNS = 2

type LogLine = Readonly<Record<string, unknown>>

interface Size {
  readonly rows: number
  readonly broken: number
  /** Where a job reads pages, a whole page is broken, and the next row must still be processed. */
  readonly isPageBroken?: boolean
}

const sizeFor = ({ pageSize }: PoisonedWork, size: Size): Size =>
  size.isPageBroken && pageSize !== undefined ? { rows: pageSize + 1, broken: pageSize } : size

const runOnce = async (harness: BrokenRowsHarness, { name, run }: PoisonedWork): Promise<void> => {
  if (run) return run(harness)
  const { periodicJobs, jobList, runJob } = harness.server
  if (jobList.some((job) => job.name === name)) return runJob(name)
  const periodic = periodicJobs.find((job) => job.name === name)
  if (!periodic) throw new Error(`there is no ${name}`)
  await periodic.run()
}

/** The error of a run; connection timeouts of a busy machine are ignored. */
const endOf = async (running: () => Promise<void>): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => resolve('did not end'), DEADLINE_MS)
  const attempt = (): void =>
    void running().then(
      () => resolve(undefined),
      (error: unknown) => (isConnectionLost(error) ? attempt() : resolve(`gave up: ${String(error).slice(0, 300)}`)),
    )
  attempt()
  return promise.finally(() => clearTimeout(timer))
}

const tryWork = async (harness: BrokenRowsHarness, lines: readonly LogLine[], work: PoisonedWork, form: Size) => {
  const size = sizeFor(work, form)
  const keys = await work.addRows(harness, size.rows)
  const broken = Math.min(size.broken, keys.length - 1, work.mostBroken ?? size.broken)
  await poison(harness, work, keys, broken)
  const ends: (string | undefined)[] = []
  let left = keys.length
  for (let run = 0; run < (work.runs ?? RUNS) && left !== broken; run += 1) {
    ends.push(await endOf(() => runOnce(harness, work)))
    left = await work.left(harness)
  }
  const isSaid = lines.some(({ level, job }) => level === 50 && job === (work.loggedAs ?? work.name))
  return [
    ...ends.filter((end) => end !== undefined),
    ...(left === broken ? [] : [`${left} of ${keys.length} rows are left, and not the ${broken} broken ones alone`]),
    ...(isSaid ? [] : ['the log says nothing of it']),
  ]
}

/** Jobs of the server without an entry here. */
const listForgotten = ({ jobList, periodicJobs }: ServerHarness): string[] => {
  const known = new Set([
    ...poisonedWork.map(({ name }) => name),
    ...JOBS_WITHOUT_ROWS,
    ...JOBS_OF_ONE_ROW,
    ...ROUNDS_WITHOUT_ROWS,
  ])
  return [...jobList.map(({ name }) => name), ...periodicJobs.map(({ name }) => name)].filter(
    (name) => !known.has(name),
  )
}

export const promise = definePromise({
  id: 'R19',
  name: 'r19_broken_rows',
  title: 'one broken row never stops the others: every periodic job and batch goes on past it, says so, and ends',
  sizes: {
    small: { rows: 5, broken: 1 },
    short: { rows: 5, broken: 1, isPageBroken: true },
    // More than one page of every job is broken, before the good rows.
    long: { rows: 300, broken: 260 },
  },
  async run({ size, log }) {
    const lines: LogLine[] = []
    const logger = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) })
    const { server, createHarness } = await startBrokenRowsHarness(logger)
    try {
      const violations = listForgotten(server).map((name) => `${name}: nobody has said how one of its rows breaks`)
      const all = [...poisonedWork, ...poisonedBatches]
      for (const work of all) {
        const harness = await createHarness()
        lines.splice(0)
        const wrong = await tryWork(harness, lines, work, size)
        violations.push(...wrong.map((text) => `${work.name} (${work.refuses ?? 'a broken file'}): ${text}`))
      }
      log(`${all.length} kinds of work with broken rows`)
      return { rounds: all.length, violations }
    } finally {
      await server.stop()
    }
  },
})
