import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PoolConfig } from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { ClockCheck } from './clock-check.ts'
import { inChunks } from './database.ts'
import { NO_WAIT } from './database-wait.ts'
import { query, type Statement, type Tx } from './transaction.ts'

/** Work after a transaction. Handlers run at least once, so they must be idempotent. */
export interface Job<Data extends object> {
  readonly name: string
  /** Silence after which a worker counts as dead and its job is given to another. */
  readonly heartbeatSeconds: number
  readonly retryLimit: number
  /** Fixed delay between retries; exponential when absent. */
  readonly retryDelaySeconds?: number
  /** Limit of an exponential delay; none when absent. */
  readonly retryDelayMaxSeconds?: number
  /** Moved to the dead-letter queue after the last retry: see `dead-letters.ts`. */
  readonly isDeadLettered?: boolean
  /** A longer run is given to another worker even if its own is alive; a quarter of an hour when absent. */
  readonly expireSeconds?: number
  /** Jobs run concurrently by one process; one when absent. */
  readonly concurrency?: number
  /**
   * For jobs without data: up to this many waiting ones are handled by one run. Each stands for a committed
   * transaction, so none may be dropped when it is added.
   */
  readonly wakeUps?: number
  /** Cron expression in UTC. */
  readonly schedule?: string
  /** The signal aborts when the job was given to another worker. */
  readonly run: (data: Data, signal?: AbortSignal) => Promise<void>
}

export interface Jobs {
  /** Inserts the job in the caller's transaction: both commit or neither. */
  add<Data extends object>(tx: Tx, job: Pick<Job<Data>, 'name'>, data: Data): Promise<void>
  /** Many jobs of one kind with few statements. */
  addMany<Data extends object>(tx: Tx, job: Pick<Job<Data>, 'name'>, data: readonly Data[]): Promise<void>
  /** Sends one dead letter of a queue again, or the oldest of all, with all retries; returns how many. */
  redrive(tx: Tx, queue: string, deadJobId?: string): Promise<number>
  stop(): Promise<void>
}

/** Queue of the process: opened first, given its workers when everything they need exists. */
export interface JobQueue extends Jobs {
  /** Creates the queues of the jobs and begins to work on them. */
  startWorkers(jobs: readonly Job<never>[]): Promise<void>
}

/**
 * No job of this name waits or runs for the row whose id its data have. A row is written with its job, and ends before it:
 * one that is still open without a job has been given up.
 */
export const hasNoJob = (name: string, key: string, rowId: PgColumn): SQL => sql`not exists (
  select from pgboss.job where name = ${name} and state in ('created', 'retry', 'active')
    and (data ->> ${key})::bigint = ${rowId})`

/** Jobs without retries left, until an operator sends them again. No worker reads this queue. */
export const DEAD_LETTER_QUEUE = 'dead-letter'
export const REDRIVEN_AT_ONCE = 1000
const DEAD_LETTER_KEPT_SECONDS = 10 * 365 * 24 * 60 * 60

const STOP_TIMEOUT_MS = 20_000
const POOL_SIZE = 4
/** NOTIFY wakes a worker at once, and this look at all queues those whose retries are due. */
const LOOK_EVERY_MS = 2_000
/** Each worker's own look, for when the other fails: hundreds of queries a minute would be most of an idle server's work. */
const POLL_SECONDS = 15
/** A worker whose query is lost retries instead of waiting for ever. */
const QUERY_TIMEOUT_MS = 8_000
const CONNECT_TIMEOUT_MS = 3_000
const NOTIFY_CHECK_MS = 3_000
/** Interval of the search for dead workers; added to a job's heartbeat, the longest time that its work is idle. */
const SUPERVISE_EVERY_SECONDS = 5
const BEATS_PER_HEARTBEAT = 3

/** Scheduled jobs are left to other processes while the clock of this one is wrong. */
type Timing = Pick<ClockCheck, 'isRight' | 'onChange'>

const ALWAYS_RIGHT: Timing = { isRight: async () => true, onChange: () => undefined }

const startBoss = async (options: ConstructorOptions, log: Logger): Promise<PgBoss> => {
  const boss = new PgBoss(options)
  boss.on('error', (error) => log.warn({ err: error }, 'job queue database error'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warning'))
  try {
    return await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
}

export const openJobQueue = async (
  url: string,
  log: Logger,
  timing: Timing = ALWAYS_RIGHT,
  wait = NO_WAIT,
): Promise<JobQueue> => {
  const options: ConstructorOptions & PoolConfig = {
    connectionString: url,
    max: POOL_SIZE,
    query_timeout: QUERY_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_EVERY_SECONDS,
    monitorIntervalSeconds: SUPERVISE_EVERY_SECONDS,
    notifyHeartbeatIntervalMs: NOTIFY_CHECK_MS,
    notifyHeartbeatTimeoutMs: NOTIFY_CHECK_MS,
    application_name: 'yunji-jobs',
  }
  const boss = await wait.connect(() => startBoss(options, log))
  await wait.connect(() => boss.createQueue(DEAD_LETTER_QUEUE, { retentionSeconds: DEAD_LETTER_KEPT_SECONDS }))
  const scheduled: Job<never>[] = []
  const workerIds: WorkerIds = new Map()
  const waking = wakeDueQueues(boss, log, workerIds)
  let isStopping = false
  let lastSwitch: Promise<unknown> = Promise.resolve()
  timing.onChange((isRight) => {
    const change = async (): Promise<void> => {
      for (const job of scheduled) {
        if (isStopping) return
        await boss.offWork(job.name, { wait: isRight })
        if (isRight) await work({ boss, log, timing, workerIds }, job)
      }
    }
    lastSwitch = lastSwitch
      .then(change)
      .catch((error: unknown) => log.error({ err: error, isRight }, 'scheduled jobs not paused or resumed'))
  })

  return {
    async startWorkers(jobs) {
      for (const job of jobs) {
        await wait.connect(() => createQueue(boss, job))
        if (!job.schedule || (await timing.isRight())) await work({ boss, log, timing, workerIds }, job)
        if (job.schedule) scheduled.push(job)
      }
    },
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
    redrive: (tx, queue, deadJobId) =>
      boss.redrive(DEAD_LETTER_QUEUE, {
        sourceName: queue,
        limit: REDRIVEN_AT_ONCE,
        db: inTransaction(tx),
        ...(deadJobId !== undefined && { ids: [deadJobId] }),
      }),
    async stop() {
      isStopping = true
      waking.stop()
      await lastSwitch
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}

/** The insert of a job is long and always the same, so it is prepared. */
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

/** Idempotent: a queue that is there gets the options of the job. */
const createQueue = async (boss: PgBoss, job: Job<never>): Promise<void> => {
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
}

/** Ids of the workers of each job, to wake them. */
type WorkerIds = Map<string, string[]>

interface Workplace {
  readonly boss: PgBoss
  readonly log: Logger
  readonly timing: Timing
  readonly workerIds: WorkerIds
}

const DUE_QUEUES = `
  select queue.name from unnest($1::text[]) as queue (name) where exists (select from pgboss.job j
    where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

/**
 * Wakes the workers of queues that have a job to run. No notification tells that a retry is due, that the job of a dead
 * worker is free again, or what was sent while the listener had lost its connection.
 */
export const wakeDueQueues = (boss: Pick<PgBoss, 'getDb' | 'notifyWorker'>, log: Logger, workerIds: WorkerIds) => {
  let isStopped = false
  let timer: NodeJS.Timeout

  const look = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(DUE_QUEUES, [[...workerIds.keys()]])
    for (const { name } of rows as { name: string }[])
      for (const workerId of workerIds.get(name) ?? []) boss.notifyWorker(workerId)
  }
  const lookLater = (): void => {
    timer = setTimeout(() => {
      void look()
        .catch((error: unknown) => log.debug({ err: error }, 'look for due jobs failed'))
        .finally(() => (isStopped ? undefined : lookLater()))
    }, LOOK_EVERY_MS).unref()
  }
  lookLater()

  return {
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const work = async (place: Workplace, job: Job<never>): Promise<void> => {
  const ids: string[] = []
  for (let count = 0; count < (job.concurrency ?? 1); count += 1) ids.push(await addWorker(place, job))
  place.workerIds.set(job.name, ids)
}

/**
 * Works off a backlog without pauses: a worker fetches the next job at once. Jobs inserted by one transaction are
 * announced only once, so each further one would wait for a poll.
 */
const addWorker = async ({ boss, log, timing }: Workplace, job: Job<never>): Promise<string> => {
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
      // Thrown, so that a process with a right clock gets the job.
      if (schedule && !(await timing.isRight())) throw new Error(`${name} waits for a clock that is right`)
      for (const { id, data, signal } of wakeUps ? batch.slice(0, 1) : batch) {
        await job.run(data, signal).catch((error: unknown) => {
          log.warn({ err: error, job: name, jobId: id }, 'job failed')
          // The queue stores the error for days, and a database error quotes values.
          throw new Error(`job ${id} failed`)
        })
      }
    },
  )
  return workerId
}
