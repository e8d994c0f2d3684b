import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import { DEAD_LETTER_QUEUE } from './jobs.ts'
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

interface Redriven {
  /** Jobs by queue. */
  readonly moved: readonly { readonly name: string; readonly count: number }[]
  /** Jobs whose queue no longer exists. */
  readonly left: number
  /** Queues that had dead letters. */
  readonly known: readonly string[]
}

const REDRIVEN_AT_ONCE = 1000

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
