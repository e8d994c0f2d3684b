import * as z from 'zod/mini'
import { MOBILE_MESSAGE, MOBILE_PATTERN } from '../validation/mobile.ts'
import { flag, longText, positiveId, shortText } from '../wire/fields.ts'
import { CheckStatus, UserType } from './enums.ts'

export const mobilePhone = z.string().check(z.regex(MOBILE_PATTERN, MOBILE_MESSAGE))
const checkStatus = z.enum(CheckStatus)

export const userInfo = z.object({
  userId: positiveId,
  /** The verified person behind the account; absent until the personal check has passed. */
  personnelId: z.optional(positiveId),
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
  /** Kept by the client and sent with the next login. */
  deviceToken: z.optional(shortText),
})
export type LoginResult = z.output<typeof loginResult>
