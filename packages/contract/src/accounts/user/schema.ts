import * as z from 'zod/mini'
import { shownAgreements } from '../../content/agreement/schema.ts'
import {
  MOBILE_MESSAGE,
  MOBILE_PATTERN,
  PASSWORD_MESSAGE,
  PASSWORD_PATTERN,
  VERIFICATION_CODE_MESSAGE,
  VERIFICATION_CODE_PATTERN,
} from '../../validation/credentials.ts'
import { flag, longText, positiveId, shortText } from '../../wire/fields.ts'
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

export const newPassword = z.string().check(z.regex(PASSWORD_PATTERN, PASSWORD_MESSAGE))
export const smsCode = z.string().check(z.regex(VERIFICATION_CODE_PATTERN, VERIFICATION_CODE_MESSAGE))

/** Given out by the server and kept by the client: tells a device that has logged in before from a stranger. */
export const deviceToken = z.optional(shortText)

/** Origin of a login (section 7): optional and untrusted. */
export const loginExtras = {
  preGroup: z.optional(shortText),
  shareUser: z.optional(shortText),
  deviceId: z.optional(shortText),
  brand: z.optional(shortText),
  deviceModel: z.optional(shortText),
  osName: z.optional(shortText),
  system: z.optional(shortText),
  osVersion: z.optional(shortText),
  deviceToken,
  /** Versions that were ticked on the page; what is missing is asked for after the login. */
  agreements: z.optional(shownAgreements),
}

/** A login by WeChat also answers the openid. */
export const wechatLoginResult = z.object({ ...loginResult.shape, openid: shortText })
export type WechatLoginResult = z.output<typeof wechatLoginResult>

/** Data of a 1000 answer to an unknown WeChat account, which needs a phone number first. */
export interface PhoneToBind {
  readonly bindTicket: string
  readonly openid: string
}

/** Inviter of a new user; ignored for existing accounts. */
export const inviteFields = {
  inviteType: z.optional(shortText),
  inviteCode: z.optional(shortText),
}
