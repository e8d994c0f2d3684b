export const UserType = { personal: 1, company: 2 } as const
export type UserType = (typeof UserType)[keyof typeof UserType]

/** How far a verification, of the person or of the company, has come. */
export const CheckStatus = { none: 0, pending: 1, pass: 2, reject: 3 } as const
export type CheckStatus = (typeof CheckStatus)[keyof typeof CheckStatus]

export const TokenStatus = { NULL: 'NULL', NORMAL: 'NORMAL', EXPIRE: 'EXPIRE' } as const
export type TokenStatus = (typeof TokenStatus)[keyof typeof TokenStatus]
