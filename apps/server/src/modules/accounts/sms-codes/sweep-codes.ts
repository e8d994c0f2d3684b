import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'
import { sweepLoginDevices } from '../../../platform/login-devices.ts'
import { deleteOldRows } from '../../../platform/retention.ts'
import { expiredRows } from './store.ts'

const SWEEP_CODES = 'maintenance.smsCodes'

interface SweepDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

/** Codes, quotas, failures and devices reveal when a number was used: deleted as soon as no rule needs them. */
export const sweepCodesJob = ({ db, clock, log }: SweepDeps): Job<object> => ({
  name: SWEEP_CODES,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '27 * * * *',
  run: async (_data, signal) => {
    const now = clock.now()
    const retention = { job: SWEEP_CODES, log, signal }
    await deleteOldRows(db, retention, expiredRows(now))
    await sweepLoginDevices(db, now)
  },
})
