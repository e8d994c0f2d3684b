import { type Clock, DAY_MS, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { dropDaysBefore, makeDays } from '../../platform/day-partitions.ts'
import type { Job } from '../../platform/jobs.ts'
import { forgetOldHours, rollUpClosedHours } from './roll-up.ts'

/** Raw rows are 590 GB a day for a million clients. Three whole days are enough to look into what happened. */
const RAW_KEPT_DAYS = 3
const MADE_AHEAD_DAYS = 3

/** Every hour: days ahead are made, hours that are over are summed up, and only then old days dropped. */
export const usageDaysJob = ({ database, clock }: { database: Database; clock: Clock }): Job<object> => ({
  name: 'maintenance.usage-days',
  heartbeatSeconds: 60,
  retryLimit: 3,
  schedule: '7 * * * *',
  run: async () => {
    const now = clock.now()
    await makeDays(database.pool, 'usage_logs', now, MADE_AHEAD_DAYS)
    await rollUpClosedHours(database, clock)
    await dropDaysBefore(database.pool, 'usage_logs', later(now, -RAW_KEPT_DAYS * DAY_MS))
    await forgetOldHours(database, clock)
  },
})
