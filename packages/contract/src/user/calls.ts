import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { longText, nothing } from '../wire/fields.ts'
import { messagingLoginResult } from './messaging-schema.ts'
import { loginExtras, loginResult, mobilePhone, newPassword, smsCode, userInfo } from './schema.ts'

const LOGGING_IN = '登录中'

/** Long enough for every vendor's one-time code, short enough to bound the body. */
const vendorCode = z.string().check(z.minLength(1), z.maxLength(256))
/** An old password is only compared, so its form is not told. */
const anyPassword = z.string().check(z.minLength(1), z.maxLength(64))

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

export const wxAppletsLogin = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/wxAppletsLogin',
  summary: '小程序登录',
  access: access.open,
  input: z.strictObject({ jsCode: vendorCode, ...loginExtras }),
  data: messagingLoginResult,
  errors: ['MESSAGING_ACCOUNT_EMPTY', 'USER_NOT_REGISTERED', 'ACCOUNT_FROZEN'],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

export const wxOfficialAccountLogin = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/wxOfficialAccountLogin',
  summary: '公众号登录',
  access: access.open,
  input: z.strictObject({ jsCode: vendorCode, loginType: z.literal(2), ...loginExtras }),
  data: messagingLoginResult,
  errors: ['MESSAGING_ACCOUNT_EMPTY', 'USER_NOT_REGISTERED', 'ACCOUNT_FROZEN'],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

export const wxOfficialAccountLoginPro = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/wxOfficialAccountLoginPro',
  summary: '公众号登录并绑定手机号',
  access: access.open,
  input: z.strictObject({
    jsCode: vendorCode,
    loginType: z.literal(2),
    mobilePhone: z.optional(mobilePhone),
    code: z.optional(smsCode),
    ...loginExtras,
  }),
  data: messagingLoginResult,
  errors: [
    'MESSAGING_ACCOUNT_EMPTY',
    'USER_NOT_REGISTERED',
    'VERIFICATION_CODE_WRONG',
    'USER_ALREADY_REGISTERED',
    'ACCOUNT_FROZEN',
  ],
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

export const updateUserPassword = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/updateUserPassword',
  summary: '修改密码',
  access: access.user,
  input: z.strictObject({ oldPassword: anyPassword, newPassword }),
  data: z.null(),
  errors: ['OLD_PASSWORD_WRONG', 'MUST_SET_PASSWORD'],
})

export const firstUpdateUserPassword = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/firstUpdateUserPassword',
  summary: '首次设置密码',
  access: access.user,
  input: z.strictObject({ newPassword }),
  data: z.null(),
})

export const checkOldMobile = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/checkOldMobile',
  summary: '换绑前验证原手机号',
  access: access.user,
  input: z.strictObject({ mobilePhone, code: z.optional(smsCode), password: z.optional(anyPassword) }),
  data: z.object({ proof: longText }),
  errors: [
    'VERIFICATION_CODE_EMPTY',
    'VERIFICATION_CODE_WRONG',
    'PHONE_VERIFICATION_FAILED',
    'PASSWORD_VERIFICATION_FAILED',
  ],
})

export const changeBindingMobile = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/changeBindingMobile',
  summary: '绑定新手机号',
  access: access.user,
  input: z.strictObject({ mobilePhone, code: smsCode, proof: longText }),
  data: z.null(),
  errors: ['VERIFICATION_CODE_WRONG', 'USER_ALREADY_REGISTERED', 'PHONE_VERIFICATION_FAILED'],
})
