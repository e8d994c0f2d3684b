import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, pageOf, pageQuery, positiveId, queryId, shortText } from '../wire/fields.ts'
import { auditOutcomes, operatorRoles } from '../wire/operator-roles.ts'
import { dayQuery, hasDaysInOrder } from './records.ts'

export const getAuditLog = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getAuditLog',
  summary:
    '操作记录，新的在前；可按人员、接口名、对象（如 ticket:12）、结果和日期（含首尾两天）筛选；最多翻到第 20000 条',
  access: access.operator('audit.read'),
  input: z
    .strictObject({
      ...pageQuery,
      ...dayQuery,
      operatorId: z.optional(queryId),
      call: z.optional(shortText),
      subject: z.optional(shortText),
      outcome: z.optional(z.enum(auditOutcomes)),
    })
    .check(hasDaysInOrder),
  data: z.object(
    pageOf(
      z.object({
        auditId: positiveId,
        at: epochMillis,
        /** Null: the machine operator of the configured token. */
        operatorId: z.nullable(positiveId),
        operatorName: shortText,
        role: z.enum(operatorRoles),
        /** Name of the call, the last part of its path. */
        call: shortText,
        subject: z.string(),
        /** JSON texts; null where there was nothing, or nothing to show. */
        before: z.nullable(z.string()),
        after: z.nullable(z.string()),
        outcome: z.enum(auditOutcomes),
        address: z.string(),
      }),
    ),
  ),
})
