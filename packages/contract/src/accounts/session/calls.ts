import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { longText, noInput, shortText } from '../../wire/fields.ts'
import {
  deviceToken,
  inviteFields,
  loginExtras,
  loginResult,
  mobilePhone,
  newPassword,
  smsCode,
  wechatLoginResult,
} from '../user/schema.ts'

const LOGGING_IN = '登录中'

/** Long enough for every vendor's one-time code, short enough to bound the body. */
const vendorCode = z.string().check(z.minLength(1), z.maxLength(256))

export const login = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/login',
  summary: '手机号加密码登录',
  access: access.open,
  input: z.strictObject({
    mobilePhone: z.optional(z.string().check(z.maxLength(32))),
    password: z.optional(z.string().check(z.maxLength(64))),
    /** Asked for (1005) when strangers have guessed at this number too often. */
    code: z.optional(z.string().check(z.maxLength(32))),
    ...loginExtras,
  }),
  data: loginResult,
  errors: [
    'PASSWORD_OR_PHONE_EMPTY',
    'PASSWORD_VERIFICATION_FAILED',
    'VERIFICATION_CODE_EMPTY',
    'VERIFICATION_CODE_WRONG',
    'ACCOUNT_FROZEN',
  ],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

export const smsLogin = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/smsLogin',
  summary: '手机号加验证码登录，首次使用即注册',
  access: access.open,
  input: z.strictObject({
    mobilePhone: z.optional(z.string().check(z.maxLength(32))),
    code: z.optional(z.string().check(z.maxLength(32))),
    ...loginExtras,
    ...inviteFields,
  }),
  data: loginResult,
  errors: ['PASSWORD_OR_PHONE_EMPTY', 'VERIFICATION_CODE_EMPTY', 'VERIFICATION_CODE_WRONG', 'ACCOUNT_FROZEN'],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

/** The operator's proof that a number belongs to a SIM card exists on native clients only. */
export const oneKeyLogin = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/oneKeyLogin',
  summary: '一键登录（仅原生客户端；网页与小程序一律应答 1007）',
  access: access.open,
  input: z.strictObject({ accessToken: z.optional(longText), ...loginExtras }),
  data: loginResult,
  errors: ['ONE_KEY_LOGIN_FAILED'],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

export const wxAppletsLogin = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/wxAppletsLogin',
  summary: '小程序登录',
  access: access.open,
  input: z.strictObject({ jsCode: vendorCode, ...loginExtras }),
  data: wechatLoginResult,
  errors: ['WECHAT_ACCOUNT_EMPTY', 'USER_NOT_REGISTERED', 'ACCOUNT_FROZEN'],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

export const wxOfficialAccountLogin = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/wxOfficialAccountLogin',
  summary: '公众号登录',
  access: access.open,
  input: z.strictObject({ jsCode: vendorCode, loginType: z.literal(2), ...loginExtras }),
  data: wechatLoginResult,
  errors: ['WECHAT_ACCOUNT_EMPTY', 'USER_NOT_REGISTERED', 'ACCOUNT_FROZEN'],
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
  data: wechatLoginResult,
  errors: [
    'WECHAT_ACCOUNT_EMPTY',
    'USER_NOT_REGISTERED',
    'VERIFICATION_CODE_EMPTY',
    'VERIFICATION_CODE_WRONG',
    'USER_ALREADY_REGISTERED',
    'ACCOUNT_FROZEN',
  ],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

export const bindWechatPhone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/bindWechatPhone',
  summary: '微信首次登录后绑定手机号并登录（凭证来自 1000 应答的 bindTicket）',
  access: access.open,
  input: z.strictObject({ bindTicket: longText, mobilePhone, code: smsCode, ...loginExtras, ...inviteFields }),
  data: wechatLoginResult,
  errors: [
    'WECHAT_ACCOUNT_EMPTY',
    'VERIFICATION_CODE_EMPTY',
    'VERIFICATION_CODE_WRONG',
    'USER_ALREADY_REGISTERED',
    'ACCOUNT_FROZEN',
  ],
  loadingText: LOGGING_IN,
  callsPerMinute: 60,
})

export const getWechatLogin = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getWechatLogin',
  summary: '公众号授权所需的地址和应用编号；未开通为空',
  access: access.open,
  input: noInput,
  data: z.object({ officialAccount: z.nullable(z.object({ authorizeUrl: longText, appId: shortText })) }),
})

export const resetPassword = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/resetPassword',
  summary: '凭验证码重置密码，所有登录立即失效',
  access: access.open,
  input: z.strictObject({ mobilePhone, code: smsCode, newPassword, deviceToken }),
  data: z.null(),
  errors: ['VERIFICATION_CODE_EMPTY', 'VERIFICATION_CODE_WRONG', 'USER_NOT_REGISTERED', 'ACCOUNT_FROZEN'],
  callsPerMinute: 60,
})

export const logoutUser = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/logoutUser',
  summary: '退出登录，当前令牌立即失效',
  access: access.user,
  input: noInput,
  data: z.null(),
  allowsFrozen: true,
})
