/** The phone that a login comes from. */
export interface PhoneFacts {
  readonly deviceId: string
  readonly deviceModel: string
  readonly brand: string
  readonly osName: string
  readonly system: string
  readonly osVersion: string
}

/** Where the user came from. */
export interface Origin {
  readonly preGroup: string
  readonly shareUser: string
}

export type LoginExtras = Origin & Partial<PhoneFacts>

/** The call takes no longer text: a wordy phone must not keep its owner out. */
const MAX_LENGTH = 64

const short = <Fields extends LoginExtras>(fields: Fields): LoginExtras =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.slice(0, MAX_LENGTH)])) as LoginExtras

/** What a login adds to its credentials (sections 7 and 9): on ios everything, on wx no device id and no model. */
export const loginExtrasOf = (channel: string, origin: Origin, phone: PhoneFacts): LoginExtras => {
  const { preGroup, shareUser } = origin
  if (channel === 'ios') return short({ preGroup, shareUser, ...phone })
  if (channel === 'wx') return short({ preGroup, shareUser, ...phone, deviceId: '', deviceModel: '' })
  return short({ preGroup, shareUser })
}

/** `snsapi_base` tells who it is without a question; `snsapi_userinfo` asks, and tells name and picture too. */
export type AuthorizationScope = 'snsapi_base' | 'snsapi_userinfo'

interface Authorization {
  readonly authorizeUrl: string
  readonly appId: string
  /** Where the messaging app sends the user back to, with `code` and `state`. */
  readonly redirectUri: string
  readonly scope: AuthorizationScope
  /** Comes back unchanged: only who began an authorisation may end it. */
  readonly state: string
}

/** The messaging app reads the parameters in this order, and wants its fragment. */
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

/** Nothing is known about a binding yet. */
export const BIND_UNKNOWN = '-2'
/** The binding is over: who invited does not matter any more. */
export const BIND_OVER = '-1'

/** Who brought the user here, and how far the binding to them has come. The values are texts. */
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
