/** The phone that a login comes from. */
export interface PhoneFacts {
  readonly deviceId: string
  readonly deviceModel: string
  readonly brand: string
  readonly osName: string
  readonly system: string
  readonly osVersion: string
}

/** Channel group and inviting user of a link. */
export interface Referral {
  readonly preGroup: string
  readonly shareUser: string
}

export type LoginExtras = Referral & Partial<PhoneFacts>

/** The call takes no longer text: a wordy phone must not keep its owner out. */
const MAX_LENGTH = 64

const short = <Fields extends LoginExtras>(fields: Fields): LoginExtras =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.slice(0, MAX_LENGTH)])) as LoginExtras

/** Extra fields of a login (sections 7 and 9): on ios all, on wx without device id and model. */
export const loginExtrasOf = (channel: string, referral: Referral, phone: PhoneFacts): LoginExtras => {
  const { preGroup, shareUser } = referral
  if (channel === 'ios') return short({ preGroup, shareUser, ...phone })
  if (channel === 'wx') return short({ preGroup, shareUser, ...phone, deviceId: '', deviceModel: '' })
  return short({ preGroup, shareUser })
}

/** `snsapi_base` tells who it is without a question; `snsapi_userinfo` asks, and tells name and picture too. */
export type AuthorizationScope = 'snsapi_base' | 'snsapi_userinfo'

interface Authorization {
  readonly authorizeUrl: string
  readonly appId: string
  /** WeChat redirects to it with `code` and `state`. */
  readonly redirectUri: string
  readonly scope: AuthorizationScope
  /** Returned unchanged, so that only the client that began an authorisation can complete it. */
  readonly state: string
}

/** WeChat requires this order of parameters and the fragment. */
export const authorizationUrlOf = ({ authorizeUrl, appId, redirectUri, scope, state }: Authorization): string => {
  const query = [
    ['appid', appId],
    ['redirect_uri', redirectUri],
    ['response_type', 'code'],
    ['scope', scope],
    ['state', state],
  ].map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`)
  return `${authorizeUrl}?${query.join('&')}#wechat_redirect`
}

/** The binding is not known yet. */
export const BIND_UNKNOWN = '-2'
/** The binding is complete or impossible. */
export const BIND_OVER = '-1'

/** Inviter and state of the binding; the values are texts. */
export interface InviteState {
  readonly inviteType: string
  readonly inviteCode: string
  readonly bindInfo: string
}

export const initialInvite: InviteState = { inviteType: '', inviteCode: '', bindInfo: BIND_UNKNOWN }

export const withBindInfo = (invite: InviteState, bindInfo: string): InviteState =>
  bindInfo === BIND_OVER ? { inviteType: '', inviteCode: '', bindInfo } : { ...invite, bindInfo }

/** A new invitation asks for a new binding. */
export const withInvite = ({ inviteType, inviteCode }: Omit<InviteState, 'bindInfo'>): InviteState => ({
  inviteType,
  inviteCode,
  bindInfo: BIND_UNKNOWN,
})
