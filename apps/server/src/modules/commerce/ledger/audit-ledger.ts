import type { Logger } from 'pino'
import type { Db } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'
import { auditRecent } from './audit-store.ts'

/** Checks the newest entries every minute. A discrepancy is logged and never corrected: a person decides. */
export const auditJob = (db: Db, log: Logger): Job<object> => ({
  name: 'ledger.audit',
  heartbeatSeconds: 60,
  retryLimit: 0,
  schedule: '* * * * *',
  run: async () => {
    const discrepancies = await auditRecent(db)
    if (discrepancies.length > 0) log.error({ discrepancies }, 'ledger audit found discrepancies')
  },
})
