import type { LoginResult, UserInfo } from '../user/schema.ts'
import { noUnread, type UnreadCounts } from './unread-counts.ts'

/** Who is logged in, and what is known about them (sections 3 and 4). */
export interface LoginState {
  /** Empty when nobody is logged in. */
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

/** What a logout leaves: exactly the list of section 4, empty. */
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
 * Names in local storage and of cookies that go with a login. Channel, invite and saved accounts stay. The token stands
 * last: who sees it change sees the rest changed already.
 */
export const clearedNames = ['openId', 'userId', 'token'] as const

/** Nothing of the account before stays. The messaging app's own name of the user comes with a login through it. */
export const enteredLogin = <State extends LoginState>(
  state: State,
  { token, userId, showModifyPassword }: LoginResult,
  openId = '',
): State => ({ ...state, ...emptyLogin, token, userId, showModifyPassword, openId })

/** An answer that arrives after the account has changed belongs to nobody here. */
export const withUserInfo = <State extends LoginState>(state: State, info: UserInfo): State => {
  if (info.userId !== state.userId) return state
  const { name, avatar, userType, personalCheckStatus, companyCheckStatus, showModifyPassword } = info
  const outerUserCheckStatus = { personalCheckStatus, companyCheckStatus }
  return { ...state, info, name, avatar, userType, outerUserCheckStatus, showModifyPassword }
}

/** Logout, and an invalid token. Whatever else the state holds stays. */
export const clearedLogin = <State extends LoginState>(state: State): State => ({ ...state, ...emptyLogin })
