import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { nothing } from '../wire/fields.ts'

export const getCommonConfig = defineCall({
  method: 'GET',
  path: '/vmcloud/api/configure/getCommonConfig',
  summary: '公共配置',
  access: access.open,
  input: nothing,
  data: z.object({ renewalReminderMsg: z.string() }),
})
