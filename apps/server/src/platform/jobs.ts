import type { PoolConfig } from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { ClockCheck } from './clock-check.ts'
import { inChunks } from './database.ts'
import { query, type Statement, type Tx } from './transaction.ts'

/** Work that must happen after a transaction. Handlers run at least once, so they must bear a second run. */
export interface Job<Data extends object> {
  readonly name: string
  /** A worker that is silent for this long is taken for dead, and the job is given to another. */
  readonly heartbeatSeconds: number
  readonly retryLimit: number
  /** Between tries; longer and longer when absent. */
  readonly retryDelaySeconds?: number
  /** The longest pause between two tries, where pauses grow; no limit when absent. */
  readonly retryDelayMaxSeconds?: number
  /** Kept in the dead-letter queue once its tries are used up: see `dead-letters.ts`. */
  readonly isDeadLettered?: boolean
  /** A run that takes longer is given to another worker, however alive its own is; a quarter of an hour when absent. */
  readonly expireSeconds?: number
  /** How many of them one process works on at once; one after the other when absent. */
  readonly concurrency?: number
  /**
   * Its data says nothing: so many of those that came meanwhile are answered by one run. Each of them stands for a
   * transaction that is through, so none may be left out beforehand.
   */
  readonly wakeUps?: number
  /** A cron expression for work that comes by itself, UTC. */
  readonly schedule?: string
  /** The signal says that the job was given to another worker. */
  readonly run: (data: Data, signal?: AbortSignal) => Promise<void>
}

export interface Jobs {
  /** Writes the job in the caller's transaction: it exists exactly when the rest of the transaction does. */
  add<Data extends object>(tx: Tx, job: Pick<Job<Data>, 'name'>, data: Data): Promise<void>
  /** The same for many of one kind, with few statements. */
  addMany<Data extends object>(tx: Tx, job: Pick<Job<Data>, 'name'>, data: readonly Data[]): Promise<void>
  stop(): Promise<void>
}

/** Jobs whose tries are used up, until somebody sends them again. Nothing works on them here. */
export const DEAD_LETTER_QUEUE = 'dead-letter'
const DEAD_LETTER_KEPT_SECONDS = 10 * 365 * 24 * 60 * 60

const STOP_TIMEOUT_MS = 20_000
const POOL_SIZE = 4
/** NOTIFY wakes a worker for a new job at once; polling finds those that come back after a failure or were left behind. */
const POLL_SECONDS = 2
/** A worker whose question about work is lost asks again, instead of waiting for ever. */
const QUERY_TIMEOUT_MS = 8_000
const CONNECT_TIMEOUT_MS = 3_000
const NOTIFY_CHECK_MS = 3_000
/** How often dead workers are looked for: with the heartbeat of a job, this is how long its work lies idle. */
const LOOK_FOR_DEAD_SECONDS = 5
const BEATS_PER_HEARTBEAT = 3

/** Work that comes by itself is left to other processes while the clock of this one is wrong. */
type Timing = Pick<ClockCheck, 'isRight' | 'onChange'>

const ALWAYS_RIGHT: Timing = { isRight: async () => true, onChange: () => undefined }

export const startJobs = async (
  url: string,
  log: Logger,
  jobs: readonly Job<never>[],
  timing: Timing = ALWAYS_RIGHT,
): Promise<Jobs> => {
  const options: ConstructorOptions & PoolConfig = {
    connectionString: url,
    max: POOL_SIZE,
    query_timeout: QUERY_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    useListenNotify: true,
    superviseIntervalSeconds: LOOK_FOR_DEAD_SECONDS,
    monitorIntervalSeconds: LOOK_FOR_DEAD_SECONDS,
    notifyHeartbeatIntervalMs: NOTIFY_CHECK_MS,
    notifyHeartbeatTimeoutMs: NOTIFY_CHECK_MS,
    application_name: 'yunji-jobs',
  }
  const boss = new PgBoss(options)
  boss.on('error', (error) => log.warn({ err: error }, 'job queue lost its database'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'))
  await boss.start()
  await boss.createQueue(DEAD_LETTER_QUEUE, { retentionSeconds: DEAD_LETTER_KEPT_SECONDS })
  for (const job of jobs) await startWorker(boss, log, job, timing)
  let isStopping = false
  let turn: Promise<unknown> = Promise.resolve()
  timing.onChange((isRight) => {
    const change = async (): Promise<void> => {
      for (const job of jobs.filter(({ schedule }) => schedule)) {
        if (isStopping) return
        await boss.offWork(job.name, { wait: isRight })
        if (isRight) await work(boss, log, job, timing)
      }
    }
    turn = turn
      .then(change)
      .catch((error: unknown) => log.error({ err: error, isRight }, 'scheduled jobs not switched'))
  })

  return {
    async add(tx, job, data) {
      await boss.send(job.name, data, { db: inTransaction(tx) })
    },
    async addMany(tx, job, data) {
      const db = inTransaction(tx)
      await inChunks(data, async (chunk) => {
        const rows = chunk.map((one) => ({ data: one }))
        await boss.insert(job.name, rows, { db })
        return []
      })
    },
    async stop() {
      isStopping = true
      await turn
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}

/** The statement that writes a job is a long one and always the same, so it is worth preparing. */
const statements = new Map<string, Statement>()
const statementOf = (text: string): Statement => {
  const known = statements.get(text)
  if (known) return known
  const statement = { name: `job-${statements.size}`, text }
  statements.set(text, statement)
  return statement
}

const inTransaction = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await query(tx, statementOf(text), values) }),
})

const startWorker = async (boss: PgBoss, log: Logger, job: Job<never>, timing: Timing): Promise<void> => {
  const { name, heartbeatSeconds, retryLimit, retryDelaySeconds, expireSeconds, schedule } = job
  const { retryDelayMaxSeconds, isDeadLettered } = job
  const options = {
    notify: true,
    heartbeatSeconds,
    retryLimit,
    ...(retryDelaySeconds === undefined
      ? { retryBackoff: true }
      : { retryBackoff: false, retryDelay: retryDelaySeconds }),
    ...(retryDelayMaxSeconds !== undefined && { retryDelayMax: retryDelayMaxSeconds }),
    ...(isDeadLettered && { deadLetter: DEAD_LETTER_QUEUE }),
    ...(expireSeconds !== undefined && { expireInSeconds: expireSeconds }),
  }
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
  if (schedule) await boss.schedule(name, schedule, {})
  if (!schedule || (await timing.isRight())) await work(boss, log, job, timing)
}

const work = async (boss: PgBoss, log: Logger, job: Job<never>, timing: Timing): Promise<void> => {
  for (let count = 0; count < (job.concurrency ?? 1); count += 1) await addWorker(boss, log, job, timing)
}

/**
 * Ends a backlog without a pause: whoever has worked on a job looks for the next one at once. Many that were written by one
 * transaction are announced only once, so that each further one would wait for a poll.
 */
const addWorker = async (boss: PgBoss, log: Logger, job: Job<never>, timing: Timing): Promise<void> => {
  const { name, heartbeatSeconds, schedule, wakeUps } = job
  const workerId: string = await boss.work<never>(
    name,
    {
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_SECONDS,
      heartbeatRefreshSeconds: heartbeatSeconds / BEATS_PER_HEARTBEAT,
      ...(wakeUps && { batchSize: wakeUps }),
    },
    async (batch) => {
      boss.notifyWorker(workerId)
      // Thrown, so that it is given to a process whose clock is right.
      if (schedule && !(await timing.isRight())) throw new Error(`${name} waits for a clock that is right`)
      for (const { id, data, signal } of wakeUps ? batch.slice(0, 1) : batch) {
        await job.run(data, signal).catch((error: unknown) => {
          log.warn({ err: error, job: name, jobId: id }, 'job failed')
          // The queue keeps what it is told for days, and an error of the database quotes its values.
          throw new Error(`job ${id} failed`)
        })
      }
    },
  )
}
