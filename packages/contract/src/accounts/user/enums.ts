export const UserType = { personal: 1, company: 2 } as const
export type UserType = (typeof UserType)[keyof typeof UserType]

/** How far a verification, of the person or of the company, has come. */
export const CheckStatus = { none: 0, pending: 1, pass: 2, reject: 3 } as const
export type CheckStatus = (typeof CheckStatus)[keyof typeof CheckStatus]

export const TokenStatus = { NULL: 'NULL', NORMAL: 'NORMAL', EXPIRE: 'EXPIRE' } as const
export type TokenStatus = (typeof TokenStatus)[keyof typeof TokenStatus]

export const userTypeLabels: Readonly<Record<UserType, string>> = {
  [UserType.personal]: '个人',
  [UserType.company]: '企业',
}

export const checkStatusLabels: Readonly<Record<CheckStatus, string>> = {
  [CheckStatus.none]: '未认证',
  [CheckStatus.pending]: '审核中',
  [CheckStatus.pass]: '已认证',
  [CheckStatus.reject]: '未通过',
}

/** A user counts as verified when either check has passed. */
export const isVerified = (user: { personalCheckStatus: number; companyCheckStatus: number }): boolean =>
  user.personalCheckStatus === CheckStatus.pass || user.companyCheckStatus === CheckStatus.pass
