import type { UnreadRow } from '../unread/counters.ts'

/** Profile data joined to the session. */
export interface CallerProfile {
  readonly name: string
  readonly avatar: string
  readonly mobilePhone: string
  readonly userType: number
  readonly personalCheckStatus: number
  readonly companyCheckStatus: number
  readonly hasPassword: boolean
  /** Verification request that was approved. */
  readonly personnelId?: number
}

/** Data loaded together with the session, which saves a call a second query. */
export type SessionJoin = 'profile' | 'unread'

/** Account of a valid token. */
export interface Caller {
  readonly userId: number
  readonly sessionId: number
  readonly isFrozen: boolean
  /** Only for calls bound with it. */
  readonly profile?: CallerProfile
  readonly unread?: UnreadRow
}
