/** Purpose of a code. A code is valid for its purpose only. */
export const SmsPurpose = {
  login: 'login',
  /** Phone number for a new WeChat account. */
  bindPhone: 'bindPhone',
  resetPassword: 'resetPassword',
  checkOldPhone: 'checkOldPhone',
  changePhone: 'changePhone',
  deleteAccount: 'deleteAccount',
  transferDevice: 'transferDevice',
  /** Customer service without a login. */
  contactService: 'contactService',
} as const
export type SmsPurpose = (typeof SmsPurpose)[keyof typeof SmsPurpose]

/** Purposes without a login; the others need one. */
export const openPurposes = [
  SmsPurpose.login,
  SmsPurpose.bindPhone,
  SmsPurpose.resetPassword,
  SmsPurpose.contactService,
] as const
/** Sent to the caller's own number; the request's number is ignored. */
export const ownPhonePurposes = [SmsPurpose.checkOldPhone, SmsPurpose.deleteAccount, SmsPurpose.transferDevice] as const

const MINUTE_MS = 60_000

export const SMS_CODE_LIFETIME_MS = 5 * MINUTE_MS
/** Attempts per code and source; the requester's are counted apart. */
export const SMS_CODE_TRIES = 5
/** Attempts per code from all sources. */
export const SMS_CODE_TRIES_TOTAL = 20
/** Codes per number and day for all purposes, counted apart for unknown sources and for its own devices. */
export const SMS_DAILY_LIMIT = 10
/** Codes per number, day and source. */
export const SMS_DAILY_LIMIT_PER_SOURCE = 5
/** Codes per IP address and day: enough for an office behind one address. */
export const SMS_DAILY_LIMIT_PER_ADDRESS = 100
