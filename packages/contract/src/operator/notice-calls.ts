import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { longText, positiveId, shortText } from '../wire/fields.ts'

export const publishNotice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/publishNotice',
  summary: '向所有用户发布公告',
  access: access.operator,
  input: z.strictObject({
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    content: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    /** A page of ours. */
    link: z.optional(longText),
    linkText: z.optional(shortText),
  }),
  data: z.object({ noticeId: positiveId }),
})
