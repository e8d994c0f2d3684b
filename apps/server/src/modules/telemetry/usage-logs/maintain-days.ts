import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { dropDaysBefore, makeDays } from '../../../platform/day-partitions.ts'
import { runSteps } from '../../../platform/each-row.ts'
import type { Job } from '../../../platform/jobs.ts'
import { forgetOldHours, rollUpClosedHours } from './rollup-store.ts'

/** Raw rows are 590 GB a day for a million clients. Three whole days are enough to investigate an incident. */
const RAW_KEPT_DAYS = 3
const MADE_AHEAD_DAYS = 3

const USAGE_DAYS = 'maintenance.usage-days'

interface UsageDaysDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Hourly: creates partitions ahead, sums up closed hours, and only then drops old partitions. */
export const usageDaysJob = ({ database, clock, log }: UsageDaysDeps): Job<object> => ({
  name: USAGE_DAYS,
  heartbeatSeconds: 60,
  retryLimit: 3,
  schedule: '7 * * * *',
  run: async () => {
    const now = clock.now()
    const old = later(now, -RAW_KEPT_DAYS * DAY_MS)
    await runSteps(
      { job: USAGE_DAYS, log },
      {
        makeDays: () => makeDays(database.pool, 'usage_logs', now, MADE_AHEAD_DAYS),
        sumUp: () => rollUpClosedHours({ database, clock, log, job: USAGE_DAYS }),
        dropDays: () => dropDaysBefore(database.pool, { job: USAGE_DAYS, log }, 'usage_logs', old),
        forgetSums: () => forgetOldHours({ database, clock, log, job: USAGE_DAYS }),
      },
    )
  },
})
