import { SupplierType } from '@yunji/contract/devices/device/enums'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addEraseJob } from '../modules/devices/phones/index.ts'
import type { Database } from '../platform/database.ts'
import { forEachRow } from '../platform/each-row.ts'
import type { Jobs } from '../platform/jobs.ts'
import { CLAIM_PREFIX } from './restored-mark.ts'

/** Job of `modules/devices/phones` that erases a phone and frees it. */
const ERASE_JOB = 'device.erase'

interface EraseDeps {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Logger
}

/** Gives the claimed phones to the erase job, which frees them. Called at every start; those with a job are left to it. */
export const eraseRestoredPhones = async ({ database: { db }, jobs, log }: EraseDeps): Promise<void> => {
  const { rows } = await db.execute<{ phoneId: string }>(sql`
    select phone_id as "phoneId" from attached_phones where starts_with(phone_id, ${CLAIM_PREFIX}) and not exists (
      select from pgboss.job where name = ${ERASE_JOB} and state in ('created', 'retry', 'active')
        and data ->> 'phoneId' = phone_id)`)
  if (rows.length > 0)
    log.warn({ phones: rows.length }, 'free phones of the restored backup are erased before they are sold')
  const work = { job: 'backup.eraseRestoredPhones', log, fields: (row: { phoneId: string }) => row }
  await forEachRow(work, rows, ({ phoneId }) =>
    db.transaction((tx) => addEraseJob(tx, jobs, { supplierType: SupplierType.selfHosted, phoneId })),
  )
}
