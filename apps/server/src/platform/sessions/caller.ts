import type { UnreadRow } from '../unread/counters.ts'

/** What the account shows of itself. */
export interface CallerProfile {
  readonly name: string
  readonly avatar: string
  readonly mobilePhone: string
  readonly userType: number
  readonly personalCheckStatus: number
  readonly companyCheckStatus: number
  readonly hasPassword: boolean
  /** The request that passed the personal check. */
  readonly personnelId?: number
}

/** What a session can bring along, so that a call about nothing else asks the database no second time. */
export type SessionJoin = 'profile' | 'unread'

/** Who makes a call: the account behind a valid token. */
export interface Caller {
  readonly userId: number
  readonly sessionId: number
  readonly isFrozen: boolean
  /** Only where the call is bound with it. */
  readonly profile?: CallerProfile
  readonly unread?: UnreadRow
}
