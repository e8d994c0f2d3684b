import { lt } from 'drizzle-orm'
import { type Clock, DAY_MS, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { dropDaysBefore, makeDays } from '../../platform/day-partitions.ts'
import type { Job } from '../../platform/jobs.ts'
import { clientErrors } from '../../tables/usage.ts'

const LOGS_KEPT_DAYS = 14
const ERRORS_KEPT_DAYS = 90
/** More than this nobody reads. */
const ERRORS_KEPT = 5_000
const MADE_AHEAD_DAYS = 3

/** Every hour: days ahead are made, old ones dropped, and errors that nobody has seen for long forgotten. */
export const pageDaysJob = ({ database, clock }: { database: Database; clock: Clock }): Job<object> => ({
  name: 'maintenance.page-days',
  heartbeatSeconds: 60,
  retryLimit: 3,
  schedule: '9 * * * *',
  run: async () => {
    const { db, pool } = database
    const now = clock.now()
    await makeDays(pool, 'page_logs', now, MADE_AHEAD_DAYS)
    await dropDaysBefore(pool, 'page_logs', later(now, -LOGS_KEPT_DAYS * DAY_MS))
    await db.delete(clientErrors).where(lt(clientErrors.lastSeenAt, later(now, -ERRORS_KEPT_DAYS * DAY_MS)))
    await pool.query(
      `delete from client_errors where fingerprint in (
         select fingerprint from client_errors order by last_seen_at desc, fingerprint offset $1
       )`,
      [ERRORS_KEPT],
    )
  },
})
