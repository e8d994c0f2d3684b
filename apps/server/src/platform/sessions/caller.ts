/** What the account shows of itself. */
export interface CallerProfile {
  readonly name: string
  readonly avatar: string
  readonly mobilePhone: string
  readonly userType: number
  readonly personalCheckStatus: number
  readonly companyCheckStatus: number
  readonly hasPassword: boolean
}

/** Who makes a call: the account behind a valid token. */
export interface Caller {
  readonly userId: number
  readonly sessionId: number
  readonly isFrozen: boolean
  /** Only where the call is bound with it. */
  readonly profile?: CallerProfile
}
