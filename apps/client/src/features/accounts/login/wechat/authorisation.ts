import type { AuthorizationScope } from '@yunji/contract/accounts/session/login'
import type { PageParams } from '../../../../shared/navigation/params-of.ts'

/** One way to the messaging app and back. */
export interface Round {
  /** Comes back unchanged: only the tab that began an authorisation may end it. */
  readonly state: string
  readonly scope: AuthorizationScope
  readonly returnPath?: string
}

export type Returned =
  /** Nobody has been anywhere: the page was opened by itself. */
  | { readonly kind: 'start' }
  | { readonly kind: 'code'; readonly code: string; readonly round: Round }
  | { readonly kind: 'failed'; readonly message: string; readonly returnPath?: string }

const scopes: readonly unknown[] = ['snsapi_base', 'snsapi_userinfo'] satisfies AuthorizationScope[]

const isRound = (value: unknown): value is Round =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  typeof value.state === 'string' &&
  'scope' in value &&
  scopes.includes(value.scope)

/** What the tab kept of the round that it began; nothing that anything else has written. */
export const readRound = (text: string | null): Round | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isRound(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What the address means that the user comes back with. */
export const readReturn = ({ code, state }: PageParams, round: Round | undefined): Returned => {
  if (state === undefined) return { kind: 'start' }
  if (!round || state !== round.state) return { kind: 'failed', message: '微信授权已失效，请重新授权' }
  if (!code) return { kind: 'failed', message: '你已取消微信授权', returnPath: round.returnPath }
  return { kind: 'code', code, round }
}

/** Whether an authorisation can come of it: the messaging app's own page works inside the app only. */
export const isReachable = (authorizeUrl: string, isMessagingBrowser: boolean): boolean =>
  isMessagingBrowser || authorizeUrl.startsWith('/')
