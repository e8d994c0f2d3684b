import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { isDatabaseUnavailable } from '../../../platform/database-errors.ts'
import { forEachBatch, readBatches } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import { disableTemplate, findWithdrawnAt, invalidateCouponsOf, listHolders } from './template-store.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
}

/**
 * Coupons that become invalid in one transaction, but for further ones of the last person: nobody can register while a
 * request holds a welcome template.
 */
const COUPONS_AT_ONCE = 2000
const WITHDRAW_JOB = { name: 'coupons.withdraw' } as const

interface WithdrawData {
  readonly templateId: number
}

/**
 * Invalidates the unused coupons of a template; orders that hold one keep their price, and do not give it back. Returns
 * how many became invalid at once; the job goes on with the others, and until then no order takes them.
 */
export const withdrawCoupons =
  ({ database: { db }, clock, jobs }: Deps) =>
  (templateId: number): Promise<{ withdrawn: number }> =>
    db.transaction(async (tx) => {
      const withdrawn = { withdrawnAt: clock.now() }
      if (!(await disableTemplate(tx, templateId, withdrawn))) throw new AppError('NOT_FOUND')
      const holders = await listHolders(tx, templateId, 0, COUPONS_AT_ONCE)
      if (holders.length === COUPONS_AT_ONCE) await jobs.add<WithdrawData>(tx, WITHDRAW_JOB, { templateId })
      return { withdrawn: await invalidateCouponsOf(tx, templateId, holders) }
    })

/** Goes on with a withdrawal, without a lock on the template; after a kill it begins again. */
export const withdrawCouponsJob = ({
  database: { db },
  log,
}: Pick<Deps, 'database'> & { readonly log: Logger }): Job<WithdrawData> => ({
  ...WITHDRAW_JOB,
  heartbeatSeconds: 60,
  retryLimit: 10,
  expireSeconds: 3600,
  isDeadLettered: true,
  run: async ({ templateId }, signal) => {
    if (!(await findWithdrawnAt(db, templateId))) return
    const fields = (userId: number) => ({ templateId, userId })
    const work = { job: WITHDRAW_JOB.name, log, fields, isFatal: isDatabaseUnavailable }
    const holders = readBatches<number>(COUPONS_AT_ONCE, (after = 0, limit) =>
      listHolders(db, templateId, after, limit),
    )
    let failed = 0
    for await (const userIds of holders) {
      signal?.throwIfAborted()
      const left = await forEachBatch(work, userIds, (some) =>
        db.transaction((tx) => invalidateCouponsOf(tx, templateId, some)),
      )
      failed += left.length
    }
    // Retried, and a dead letter in the end: no coupon stays valid unnoticed.
    if (failed > 0) throw new Error(`${failed} coupons were not withdrawn`)
  },
})
