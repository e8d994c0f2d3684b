import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { mobilePhone, userInfo } from './schema.ts'

export const getUserInfo = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getUserInfo',
  summary: '当前用户的资料',
  access: access.user,
  input: z.strictObject({ mobilePhone: z.optional(mobilePhone) }),
  data: userInfo,
})
