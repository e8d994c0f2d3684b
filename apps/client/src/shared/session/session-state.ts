import type { LoginResult, UserInfo } from '@yunji/contract/user/schema'

/** Who is logged in, and what is known about them (specification, sections 3 and 4). */
export interface SessionState {
  /** Empty when nobody is logged in. */
  readonly token: string
  readonly userId: number | null
  readonly info: UserInfo | null
  readonly name: string
  readonly avatar: string
  readonly openId: string
  readonly unread: Readonly<Record<string, number>>
  readonly userType: UserInfo['userType'] | null
  readonly outerUserCheckStatus: Pick<UserInfo, 'personalCheckStatus' | 'companyCheckStatus'> | null
  readonly showModifyPassword: LoginResult['showModifyPassword']
}

/** What a logout leaves: exactly the list of section 4, empty. */
export const emptySession: SessionState = {
  token: '',
  userId: null,
  info: null,
  name: '',
  avatar: '',
  openId: '',
  unread: {},
  userType: null,
  outerUserCheckStatus: null,
  showModifyPassword: 0,
}
