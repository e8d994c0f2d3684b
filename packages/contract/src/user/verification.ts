import { CheckStatus } from './enums.ts'

/** A user counts as verified when either check has passed. */
export const isVerified = (user: { personalCheckStatus: number; companyCheckStatus: number }): boolean =>
  user.personalCheckStatus === CheckStatus.pass || user.companyCheckStatus === CheckStatus.pass
