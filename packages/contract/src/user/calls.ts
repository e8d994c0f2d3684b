import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { nothing } from '../wire/fields.ts'
import { loginExtras, loginResult, mobilePhone, userInfo } from './schema.ts'

const LOGGING_IN = '登录中'

export const login = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/login',
  summary: '手机号加密码登录',
  access: access.open,
  input: z.strictObject({
    mobilePhone: z.optional(z.string().check(z.maxLength(32))),
    password: z.optional(z.string().check(z.maxLength(64))),
    ...loginExtras,
  }),
  data: loginResult,
  errors: ['PASSWORD_OR_PHONE_EMPTY', 'PASSWORD_VERIFICATION_FAILED', 'ACCOUNT_FROZEN'],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

export const getUserInfo = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getUserInfo',
  summary: '当前用户的资料',
  access: access.user,
  input: z.strictObject({ mobilePhone: z.optional(mobilePhone) }),
  data: userInfo,
})

export const getAuthToken = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getAuthToken',
  summary: '外部页面使用的一次性短期凭证',
  access: access.user,
  input: nothing,
  data: z.object({ token: z.string() }),
})

export const logoutUser = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/logoutUser',
  summary: '退出登录，当前令牌立即失效',
  access: access.user,
  input: nothing,
  data: z.null(),
  frozenToo: true,
})
