import type * as calls from '@yunji/contract/operator/job-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Database } from '../../platform/database.ts'
import { listDeadLetters } from '../../platform/dead-letters.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { pageOf } from '../../platform/paging.ts'

export interface DeadJobDeps {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'redrive'>
}

type DeadJob = CallData<typeof calls.getDeadJobs>['records'][number]
type Subject = NonNullable<DeadJob['subject']>

/** Fields of the data that name a row, by what they name. */
const idFields: Readonly<Record<Subject['kind'], string>> = {
  order: 'orderId',
  refund: 'refundId',
  couponIssue: 'issueId',
  couponTemplate: 'templateId',
  notice: 'noticeId',
  phone: 'phoneId',
}

const subjectOf = (data: Readonly<Record<string, unknown>>): Subject | null => {
  for (const [kind, field] of Object.entries(idFields) as [Subject['kind'], string][])
    if (data[field] !== undefined) return { kind, id: String(data[field]) }
  return null
}

export const getDeadJobs =
  ({ database: { db } }: DeadJobDeps) =>
  async ({ page, rows }: CallArguments<typeof calls.getDeadJobs>): Promise<CallData<typeof calls.getDeadJobs>> => {
    const { found, total } = await listDeadLetters(db, { page, rows })
    const records = found.map(({ id, queue, jobId, data, tries, addedAt, diedAt }) => ({
      deadJobId: id,
      queue,
      subject: subjectOf(data),
      jobId,
      tries,
      addedAt: addedAt.getTime(),
      diedAt: diedAt.getTime(),
    }))
    return pageOf(records, page, rows, total)
  }

/** Their handlers may run again at any time, as after every retry. */
export const retryDeadJobs =
  ({ database: { db }, jobs }: DeadJobDeps) =>
  ({ queue, deadJobId }: CallArguments<typeof calls.retryDeadJobs>): Promise<{ retried: number }> =>
    db.transaction(async (tx) => {
      const retried = await jobs.redrive(tx, queue, deadJobId)
      if (retried === 0) throw new AppError('SHOW_ERROR_TIP', { text: '没有可以重新执行的任务，请刷新' })
      return { retried }
    })
