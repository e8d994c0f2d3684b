import { type InviteState, initialInvite, type PhoneFacts, type Referral } from '@yunji/contract/accounts/session/login'
import type { LoginResult, UserInfo } from '@yunji/contract/accounts/user/schema'
import { DEFAULT_RENEWAL_REMINDER } from '@yunji/contract/configuration/rules'
import { HomeViewType } from '@yunji/contract/devices/device/enums'
import { noUnread, type UnreadCounts } from '@yunji/contract/messages/rules'
import { pathOf } from '@yunji/contract/pages'
import type { ClientType } from '@yunji/contract/wire/request'

/** Session state: the account that is logged in and its facts (sections 3 and 4). */
export interface LoginState {
  /** Empty without a login. */
  readonly token: string
  readonly userId: number | null
  readonly info: UserInfo | null
  readonly name: string
  readonly avatar: string
  readonly openId: string
  readonly unread: UnreadCounts
  readonly userType: UserInfo['userType'] | null
  readonly outerUserCheckStatus: Pick<UserInfo, 'personalCheckStatus' | 'companyCheckStatus'> | null
  readonly showModifyPassword: LoginResult['showModifyPassword']
}

/** Fields that a logout empties: the list of section 4. */
export const emptyLogin: LoginState = {
  token: '',
  userId: null,
  info: null,
  name: '',
  avatar: '',
  openId: '',
  unread: noUnread,
  userType: null,
  outerUserCheckStatus: null,
  showModifyPassword: 0,
}

/**
 * Storage keys and cookies of a login. Channel, invite and saved accounts are not among them. The token is last: other
 * tabs react to it and must find the rest changed.
 */
export const clearedNames = ['openId', 'userId', 'token'] as const

/** Stored while somebody who registered during a purchase has not been asked for a password. */
export const PASSWORD_OFFER_KEY = 'passwordOffer'

export interface CommonConfig {
  readonly renewalReminderMsg: string
}

/** Session state of section 3: the login, which a logout empties, and what outlives it. */
export interface SessionState extends LoginState, InviteState, Referral, Pick<PhoneFacts, 'deviceId' | 'deviceModel'> {
  /** The verified person behind the account; null until the personal check has passed. */
  readonly personnelId: number | null
  /** Number of the account that logged in last; empty until it is known. */
  readonly mobilePhone: string
  readonly channel: string
  /** App version, `1.2.3`. */
  readonly version: string
  readonly runtime: ClientType
  readonly commonConfig: CommonConfig | null
  /** Text of the renewal bar: the operator's, else the default of section 8. */
  readonly renewMsg: string
  /** `code` of the address that the client was opened with; empty once a login has used it. */
  readonly code: string
  readonly mobileViewType: HomeViewType
  /** The tab that was on screen last. */
  readonly curTabPath: string
}

export const initialSession = (facts: Pick<SessionState, 'channel' | 'version' | 'runtime'>): SessionState => ({
  ...emptyLogin,
  ...initialInvite,
  ...facts,
  personnelId: null,
  mobilePhone: '',
  preGroup: '',
  shareUser: '',
  commonConfig: null,
  renewMsg: DEFAULT_RENEWAL_REMINDER,
  code: '',
  mobileViewType: HomeViewType.single,
  curTabPath: pathOf('Home/index'),
  deviceId: '',
  deviceModel: '',
})

/** Fields known at a login beside the server's answer. */
export interface LoginFacts {
  /** The WeChat id, of a login through WeChat. */
  readonly openId?: string | undefined
  /** The number that the user has typed. */
  readonly mobilePhone?: string | undefined
}

/** State after a login; the fields of the account before are reset. */
export const enteredLogin = (
  state: SessionState,
  { token, userId, showModifyPassword }: LoginResult,
  { openId = '', mobilePhone = '' }: LoginFacts = {},
): SessionState => ({
  ...state,
  ...emptyLogin,
  personnelId: null,
  token,
  userId,
  showModifyPassword,
  openId,
  mobilePhone,
})

/** Ignores an answer for another account. */
export const withUserInfo = (state: SessionState, info: UserInfo): SessionState => {
  if (info.userId !== state.userId) return state
  const { personalCheckStatus, companyCheckStatus, ...fields } = info
  const outerUserCheckStatus = { personalCheckStatus, companyCheckStatus }
  return { ...state, personnelId: null, ...fields, info, outerUserCheckStatus }
}

export const withCommonConfig = (state: SessionState, commonConfig: CommonConfig): SessionState => ({
  ...state,
  commonConfig,
  renewMsg: commonConfig.renewalReminderMsg || DEFAULT_RENEWAL_REMINDER,
})

/** Logout, and an invalid token: exactly the list of section 4 is emptied. */
export const clearedLogin = (state: SessionState): SessionState => ({ ...state, ...emptyLogin })
