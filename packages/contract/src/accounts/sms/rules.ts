/** What a code is asked for. A code opens what it was asked for and nothing else. */
export const SmsPurpose = {
  login: 'login',
  /** A phone for a messaging-app account that is seen for the first time. */
  bindPhone: 'bindPhone',
  resetPassword: 'resetPassword',
  checkOldPhone: 'checkOldPhone',
  changePhone: 'changePhone',
  deleteAccount: 'deleteAccount',
} as const
export type SmsPurpose = (typeof SmsPurpose)[keyof typeof SmsPurpose]

/** Asked for by whoever holds the phone; every other purpose needs a login. */
export const openPurposes = [SmsPurpose.login, SmsPurpose.bindPhone, SmsPurpose.resetPassword] as const
/** Sent to the caller's own number, whatever the request names. */
export const ownPhonePurposes = [SmsPurpose.checkOldPhone, SmsPurpose.deleteAccount] as const

const MINUTE_MS = 60_000

export const SMS_CODE_LIFETIME_MS = 5 * MINUTE_MS
/** Tries at a code from one origin; those of its asker are nobody else's. */
export const SMS_CODE_TRIES = 5
/** Tries at a code from everywhere. */
export const SMS_CODE_TRIES_TOTAL = 20
/** Codes that one number gets in a day, whatever they are for: so many for strangers, so many for its own devices. */
export const SMS_DAILY_LIMIT = 10
/** The part of a number's day that one origin may use up. */
export const SMS_DAILY_LIMIT_PER_ORIGIN = 5
/** Codes that one address may ask for in a day: an office behind one address must get by, a flood must not. */
export const SMS_DAILY_LIMIT_PER_ADDRESS = 100
