import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { flag, longText, shortText } from '../wire/fields.ts'

export const saveUserUsageLog = defineCall({
  method: 'POST',
  path: '/vmcloud/api/userUsageLog/saveUserUsageLog',
  summary: '使用日志',
  access: access.user,
  // The specification calls it an arbitrary object: what it names is typed, the rest is taken as it comes.
  input: z.looseObject({
    logId: z.optional(shortText),
    client: z.optional(shortText),
    version: z.optional(shortText),
    terminalType: z.optional(shortText),
    accessingPages: z.optional(longText),
    exitMark: z.optional(flag),
  }),
  data: z.null(),
  quiet: true,
})
