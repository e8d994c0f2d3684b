import type { AuthorizationScope } from '@yunji/contract/accounts/session/login'
import { type ShownAgreement, shownAgreements } from '@yunji/contract/content/agreement/schema'
import { parseAs } from '@yunji/contract/wire/call'
import type { PageParams } from '../../../../shared/navigation/params-of.ts'

/** A pending redirect to WeChat. */
export interface PendingAuthorisation {
  /** Returned unchanged: only the tab that started an authorisation may finish it. */
  readonly state: string
  readonly scope: AuthorizationScope
  readonly returnPath?: string
  /** Ticked before the way through WeChat. */
  readonly agreements?: readonly ShownAgreement[]
}

export type AuthorisationResult =
  /** The page was opened directly, not by a redirect. */
  | { readonly kind: 'start' }
  | { readonly kind: 'code'; readonly code: string; readonly round: PendingAuthorisation }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly returnPath?: string
      /** Whether this tab began it, which needs the agreement. */
      readonly hasAgreed: boolean
    }

const scopes: readonly unknown[] = ['snsapi_base', 'snsapi_userinfo'] satisfies AuthorizationScope[]

const isPendingAuthorisation = (value: unknown): value is PendingAuthorisation =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  typeof value.state === 'string' &&
  'scope' in value &&
  scopes.includes(value.scope) &&
  (!('agreements' in value) || parseAs(shownAgreements, value.agreements) !== undefined)

/** The pending authorisation stored by this tab; undefined for any other content. */
export const parsePendingAuthorisation = (text: string | null): PendingAuthorisation | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isPendingAuthorisation(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Result of the redirect from WeChat. */
export const readAuthorisationResult = (
  { code, state }: PageParams,
  round: PendingAuthorisation | undefined,
): AuthorisationResult => {
  if (state === undefined) return { kind: 'start' }
  if (!round || state !== round.state)
    return { kind: 'failed', message: '微信授权已失效，请重新授权', hasAgreed: false }
  if (!code) return { kind: 'failed', message: '你已取消微信授权', returnPath: round.returnPath, hasAgreed: true }
  return { kind: 'code', code, round }
}

/** Whether the authorisation page works here: WeChat's own needs WeChat's browser. */
export const isReachable = (authorizeUrl: string, isWechatBrowser: boolean): boolean =>
  isWechatBrowser || authorizeUrl.startsWith('/')
