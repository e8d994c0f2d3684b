import { Gauge } from '@prometheus-io/client'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { DEAD_LETTER_QUEUE, REDRIVEN_AT_ONCE } from './jobs.ts'
import type { CallMetrics } from './metrics.ts'

interface DeadLetterDeps {
  readonly database: { readonly pool: Pool }
  readonly log: Logger
  readonly metrics: CallMetrics
}

interface DeadJob {
  readonly id: string
  readonly job: string
  readonly jobId: string
  readonly data: object
  readonly tries: number
  readonly died: Date
}

const LOGGED_AT_ONCE = 100

/**
 * Finds jobs whose retries are used up. Each process logs each of them once, also after a restart; the gauge stays up
 * until they are sent again or removed.
 */
export const watchDeadLetters = ({ database: { pool }, log, metrics }: DeadLetterDeps): (() => Promise<void>) => {
  const gauge = new Gauge({
    name: 'yunji_dead_jobs',
    help: 'Jobs whose tries are used up, by their queue',
    labelNames: ['queue'],
    registers: [metrics.registry],
  })
  let last: Pick<DeadJob, 'died' | 'id'> = { died: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

  return async () => {
    const { rows: counts } = await pool.query<{ queue: string; count: number }>(
      `select coalesce(source_name, '') as queue, count(*)::int as count from pgboss.job
       where name = $1 and state = 'created' group by 1`,
      [DEAD_LETTER_QUEUE],
    )
    gauge.reset()
    for (const { queue, count } of counts) gauge.set({ queue }, count)
    const { rows: dead } = await pool.query<DeadJob>(
      `select id, source_name as job, source_id as "jobId", data, source_retry_count + 1 as tries,
         date_trunc('milliseconds', created_on) as died
       from pgboss.job where name = $1 and state = 'created' and (date_trunc('milliseconds', created_on), id) > ($2, $3)
       order by date_trunc('milliseconds', created_on), id limit $4`,
      [DEAD_LETTER_QUEUE, last.died, last.id, LOGGED_AT_ONCE],
    )
    for (const { job, jobId, data, tries } of dead)
      log.error({ job, jobId, data, tries }, 'job moved to dead letters after its last retry')
    last = dead.at(-1) ?? last
  }
}

interface DeadLetter {
  readonly id: string
  readonly queue: string
  readonly jobId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly tries: number
  readonly addedAt: Date
  readonly diedAt: Date
}

/** Dead letters that can be sent again, the oldest first, and how many there are. */
export const listDeadLetters = async (
  db: Db,
  { page, rows }: { readonly page: number; readonly rows: number },
): Promise<{ readonly found: readonly DeadLetter[]; readonly total: number }> => {
  const dead = sql`from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'`
  const [found, total] = await Promise.all([
    db.execute<DeadRow>(
      sql`select id, coalesce(source_name, '') as queue, coalesce(source_id, id) as job_id, coalesce(data, '{}') as data,
        coalesce(source_retry_count, 0) + 1 as tries, coalesce(source_created_on, created_on) as added_at, created_on as died_at
        ${dead} order by created_on, id limit ${rows} offset ${(page - 1) * rows}`,
    ),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${dead}`),
  ])
  return {
    found: found.rows.map(({ job_id: jobId, added_at, died_at, ...row }) => ({
      ...row,
      jobId,
      addedAt: new Date(added_at),
      diedAt: new Date(died_at),
    })),
    total: total.rows[0]?.total ?? 0,
  }
}

interface DeadRow extends Record<string, unknown> {
  readonly id: string
  readonly queue: string
  readonly job_id: string
  readonly data: Readonly<Record<string, unknown>>
  readonly tries: number
  readonly added_at: string | Date
  readonly died_at: string | Date
}

interface Redriven {
  /** Jobs by queue. */
  readonly moved: readonly { readonly name: string; readonly count: number }[]
  /** Jobs whose queue no longer exists. */
  readonly left: number
  /** Queues that had dead letters. */
  readonly known: readonly string[]
}

/** Sends dead letters again: each becomes a new job of its queue, with all retries. */
export const redriveDeadLetters = async (url: string, queue?: string): Promise<Redriven> => {
  const boss = new PgBoss({ connectionString: url, migrate: false, supervise: false, schedule: false, max: 1 })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const known = (await boss.previewRedrive(DEAD_LETTER_QUEUE)).destinations.map(({ name }) => name)
    const filter = queue === undefined ? {} : { sourceName: queue }
    const { destinations, unroutable: left } = await boss.previewRedrive(DEAD_LETTER_QUEUE, filter)
    const moved: { name: string; count: number }[] = []
    for (const { name } of destinations) {
      let count = 0
      for (let some = REDRIVEN_AT_ONCE; some === REDRIVEN_AT_ONCE; count += some)
        some = await boss.redrive(DEAD_LETTER_QUEUE, { sourceName: name, limit: REDRIVEN_AT_ONCE })
      moved.push({ name, count })
    }
    return { moved, left, known }
  } finally {
    await boss.stop({ graceful: false })
  }
}
