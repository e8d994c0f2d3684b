import { chineseDay } from '../../platform/chinese-day.ts'
import { type Clock, DAY_MS, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { sweepDevices } from '../../platform/login-devices.ts'
import { forgetCodes, forgetFailures } from './store.ts'

/** Codes, counts and devices tell who used the product when: they go as soon as no rule needs them. */
export const sweepCodesJob = (db: Db, clock: Clock): Job<object> => ({
  name: 'maintenance.smsCodes',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '27 * * * *',
  run: async () => {
    const now = clock.now()
    await forgetCodes(db, later(now, -DAY_MS), chineseDay(now))
    await forgetFailures(db, now)
    await sweepDevices(db, now)
  },
})
