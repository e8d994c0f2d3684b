import * as z from 'zod/mini'
import { VERIFICATION_CODE_MESSAGE, VERIFICATION_CODE_PATTERN } from '../validation/digit-code.ts'
import { MOBILE_MESSAGE, MOBILE_PATTERN } from '../validation/mobile.ts'
import { PASSWORD_MESSAGE, PASSWORD_PATTERN } from '../validation/password.ts'
import { flag, longText, positiveId, shortText } from '../wire/fields.ts'
import { CheckStatus, UserType } from './enums.ts'

export const mobilePhone = z.string().check(z.regex(MOBILE_PATTERN, MOBILE_MESSAGE))
export const newPassword = z.string().check(z.regex(PASSWORD_PATTERN, PASSWORD_MESSAGE))
export const smsCode = z.string().check(z.regex(VERIFICATION_CODE_PATTERN, VERIFICATION_CODE_MESSAGE))

const checkStatus = z.enum(CheckStatus)

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
