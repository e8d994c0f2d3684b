import * as z from 'zod/mini'
import { flag, longText, positiveId, shortText } from '../wire/fields.ts'
import { CheckStatus, UserType } from './enums.ts'

/** Eleven digits, the first 1, the second 3 to 9. */
export const MOBILE_PATTERN = /^1[3-9]\d{9}$/
/** Letters and digits only, both present, 6 to 13 in all. */
export const PASSWORD_PATTERN = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,13}$/

export const mobilePhone = z.string().check(z.regex(MOBILE_PATTERN, '手机号格式不正确'))
export const newPassword = z.string().check(z.regex(PASSWORD_PATTERN, '密码为 6–13 位字母和数字组合'))
export const smsCode = z.string().check(z.regex(/^\d{6}$/, '验证码为 6 位数字'))

const checkStatus = z.enum(CheckStatus)

/** A user counts as verified when either check has passed. */
export const isVerified = (user: { personalCheckStatus: number; companyCheckStatus: number }): boolean =>
  user.personalCheckStatus === CheckStatus.pass || user.companyCheckStatus === CheckStatus.pass

export const userInfo = z.object({
  userId: positiveId,
  name: shortText,
  avatar: longText,
  mobilePhone: z.string(),
  userType: z.enum(UserType),
  personalCheckStatus: checkStatus,
  companyCheckStatus: checkStatus,
  showModifyPassword: flag,
})
export type UserInfo = z.output<typeof userInfo>

/** The fields that the client reads off every kind of login. */
export const loginResult = z.object({
  token: z.string(),
  userId: positiveId,
  showModifyPassword: flag,
})
export type LoginResult = z.output<typeof loginResult>

/** What a login tells about where it comes from (section 7); all of it optional, none of it trusted. */
export const loginExtras = {
  preGroup: z.optional(shortText),
  shareUser: z.optional(shortText),
  deviceId: z.optional(shortText),
  brand: z.optional(shortText),
  deviceModel: z.optional(shortText),
  osName: z.optional(shortText),
  system: z.optional(shortText),
  osVersion: z.optional(shortText),
}
