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
