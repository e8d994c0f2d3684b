import type { AuthorizationScope } from '@yunji/contract/accounts/session/login'
import type { PageParams } from '../../../../shared/navigation/params-of.ts'

/** One way to WeChat and back. */
export interface PendingAuthorisation {
  /** Comes back unchanged: only the tab that began an authorisation may end it. */
  readonly state: string
  readonly scope: AuthorizationScope
  readonly returnPath?: string
}

export type AuthorisationResult =
  /** Nobody has been anywhere: the page was opened by itself. */
  | { readonly kind: 'start' }
  | { readonly kind: 'code'; readonly code: string; readonly round: PendingAuthorisation }
  | { readonly kind: 'failed'; readonly message: string; readonly returnPath?: string }

const scopes: readonly unknown[] = ['snsapi_base', 'snsapi_userinfo'] satisfies AuthorizationScope[]

const isPendingAuthorisation = (value: unknown): value is PendingAuthorisation =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  typeof value.state === 'string' &&
  'scope' in value &&
  scopes.includes(value.scope)

/** What the tab kept of the round that it began; nothing that anything else has written. */
export const parsePendingAuthorisation = (text: string | null): PendingAuthorisation | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isPendingAuthorisation(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What the address means that the user comes back with. */
export const readAuthorisationResult = (
  { code, state }: PageParams,
  round: PendingAuthorisation | undefined,
): AuthorisationResult => {
  if (state === undefined) return { kind: 'start' }
  if (!round || state !== round.state) return { kind: 'failed', message: '微信授权已失效，请重新授权' }
  if (!code) return { kind: 'failed', message: '你已取消微信授权', returnPath: round.returnPath }
  return { kind: 'code', code, round }
}

/** Whether an authorisation can come of it: WeChat's own page works inside the app only. */
export const isReachable = (authorizeUrl: string, isWechatBrowser: boolean): boolean =>
  isWechatBrowser || authorizeUrl.startsWith('/')
