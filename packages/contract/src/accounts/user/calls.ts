import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { longText, noInput, positiveId } from '../../wire/fields.ts'
import { deviceToken, mobilePhone, newPassword, smsCode, userInfo } from './schema.ts'

export const getUserInfo = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getUserInfo',
  summary: '当前用户的资料',
  access: access.user,
  input: z.strictObject({ mobilePhone: z.optional(mobilePhone) }),
  data: userInfo,
})

/** Called by the server of the external page, never by a client. */
export const exchangeAuthToken = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/exchangeAuthToken',
  summary: '外部页面的服务端凭共享密钥核验 param 中的令牌，得到用户编号；每个令牌一次有效',
  access: access.open,
  input: z.strictObject({ token: longText, secret: z.string().check(z.maxLength(256)) }),
  data: z.object({ userId: positiveId }),
  callsPerMinute: 600,
})

export const getAuthToken = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getAuthToken',
  summary: '外部页面使用的一次性短期凭证',
  access: access.user,
  input: noInput,
  data: z.object({ token: z.string() }),
})

/** An old password is only compared, so its form is not told. */
const anyPassword = z.string().check(z.minLength(1), z.maxLength(64))

export const updateUserPassword = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/updateUserPassword',
  summary: '修改密码',
  access: access.user,
  input: z.strictObject({ oldPassword: anyPassword, newPassword, deviceToken }),
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
  errors: [
    'VERIFICATION_CODE_EMPTY',
    'VERIFICATION_CODE_WRONG',
    'USER_ALREADY_REGISTERED',
    'PHONE_VERIFICATION_FAILED',
  ],
})
