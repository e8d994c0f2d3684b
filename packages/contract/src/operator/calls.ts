import * as z from 'zod/mini'
import { waitingVerification } from '../verification/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { longText, pageOf, pageQuery, positiveId } from '../wire/fields.ts'

export const getWaitingVerifications = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getWaitingVerifications',
  summary: '待审核的认证，先提交的在前',
  access: access.operator,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(waitingVerification)),
})

export const decideVerification = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/decideVerification',
  summary: '审核认证：通过，或带原因退回',
  access: access.operator,
  input: z.strictObject({ verificationId: positiveId, isPassed: z.boolean(), reason: z.optional(longText) }),
  data: z.null(),
})
