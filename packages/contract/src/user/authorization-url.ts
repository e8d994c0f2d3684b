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
