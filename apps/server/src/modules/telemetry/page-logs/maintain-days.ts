import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { dropDaysBefore, makeDays } from '../../../platform/day-partitions.ts'
import { runSteps } from '../../../platform/each-row.ts'
import type { Job } from '../../../platform/jobs.ts'
import { deleteOldRows } from '../../../platform/retention.ts'
import { expiredErrors } from './store.ts'

const LOGS_KEPT_DAYS = 14
const ERRORS_KEPT_DAYS = 90
/** More are not read. */
const ERRORS_KEPT = 5_000
const MADE_AHEAD_DAYS = 3

const PAGE_DAYS = 'maintenance.page-days'

interface PageDaysDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Hourly: creates partitions ahead, drops old ones and deletes errors not seen for long. */
export const pageDaysJob = ({ database, clock, log }: PageDaysDeps): Job<object> => ({
  name: PAGE_DAYS,
  heartbeatSeconds: 60,
  retryLimit: 3,
  schedule: '9 * * * *',
  run: async () => {
    const { db, pool } = database
    const now = clock.now()
    await runSteps(
      { job: PAGE_DAYS, log },
      {
        makeDays: () => makeDays(pool, 'page_logs', now, MADE_AHEAD_DAYS),
        dropDays: () =>
          dropDaysBefore(pool, { job: PAGE_DAYS, log }, 'page_logs', later(now, -LOGS_KEPT_DAYS * DAY_MS)),
        forgetErrors: () =>
          deleteOldRows(
            db,
            { job: PAGE_DAYS, log },
            expiredErrors(later(now, -ERRORS_KEPT_DAYS * DAY_MS), ERRORS_KEPT),
          ),
      },
    )
  },
})
