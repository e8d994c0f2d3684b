import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { count, epochMillis, pageOf, pageQuery } from '../wire/fields.ts'

/** Kinds of rows that background jobs work on. */
const jobSubjects = ['order', 'refund', 'couponIssue', 'couponTemplate', 'notice', 'phone'] as const

const queue = z.string().check(z.regex(/^[a-zA-Z.-]{1,64}$/))
const deadJobId = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

export const getDeadJobs = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getDeadJobs',
  summary: '已放弃的后台任务：重试用完仍未成功，不会自动再执行；先放弃的在前',
  access: access.operator('settings.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        deadJobId,
        queue: z.string(),
        /** Null where its data name no row. */
        subject: z.nullable(z.object({ kind: z.enum(jobSubjects), id: z.string() })),
        /** As the log names it, where the reason stands. */
        jobId: z.string(),
        tries: count,
        addedAt: epochMillis,
        diedAt: epochMillis,
      }),
    ),
  ),
})

export const retryDeadJobs = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/retryDeadJobs',
  summary: '重新执行一个已放弃的后台任务，或同一种的全部（每次最多 1,000 个）；重试次数重新计算',
  access: access.operator('settings.write'),
  /** Without `deadJobId`: all of the queue. */
  input: z.strictObject({ queue, deadJobId: z.optional(deadJobId) }),
  data: z.object({ retried: count }),
})
