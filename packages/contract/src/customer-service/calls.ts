import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { longText, nothing } from '../wire/fields.ts'

export const getUrl = defineCall({
  method: 'GET',
  path: '/vmcloud/api/customer/customerService/getUrl',
  summary: '客服联系方式',
  access: access.open,
  input: nothing,
  data: z.object({ url: longText }),
  quiet: true,
})
