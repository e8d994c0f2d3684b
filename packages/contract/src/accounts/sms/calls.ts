import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { count, shortText } from '../../wire/fields.ts'
import { deviceToken, mobilePhone } from '../user/schema.ts'

const SENDING = '发送中'
const errors = ['SMS_SENDING_FAILED', 'SMS_TYPE_FAILED', 'SMS_NEED_NOT_RESEND', 'SMS_DAILY_LIMIT'] as const
const sent = z.object({ resendAfterSeconds: count, deviceToken: z.optional(shortText) })

/** `type` is any text, so that an unknown purpose gets the answer that the catalogue has for it (1012). */
export const sendCode = defineCall({
  method: 'POST',
  path: '/vmcloud/api/sms/sendCode',
  summary: '发送登录、绑定、重置密码的验证码；号码是否注册，应答相同',
  access: access.open,
  input: z.strictObject({ mobilePhone, type: shortText, deviceToken }),
  data: sent,
  errors,
  loadingText: SENDING,
  callsPerMinute: 30,
})

export const sendAccountCode = defineCall({
  method: 'POST',
  path: '/vmcloud/api/sms/sendAccountCode',
  summary: '发送已登录用户的验证码：验证原手机号、注销和转移设备发往本人号码，换绑发往新号码',
  access: access.user,
  input: z.strictObject({ type: shortText, mobilePhone: z.optional(mobilePhone) }),
  data: sent,
  errors: [...errors, 'PHONE_VERIFICATION_FAILED'],
  loadingText: SENDING,
  callsPerMinute: 30,
})
