import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, pageOf, pageQuery, positiveId } from '../wire/fields.ts'

export const getClientErrors = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getClientErrors',
  summary: '客户端错误，按种类合并，最近出现的在前',
  access: access.operator,
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        fingerprint: z.string(),
        message: z.string(),
        stack: z.string(),
        page: z.string(),
        client: z.string(),
        firstVersion: z.string(),
        lastVersion: z.string(),
        times: positiveId,
        firstSeenAt: epochMillis,
        lastSeenAt: epochMillis,
      }),
    ),
  ),
})
