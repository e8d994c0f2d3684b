import { messageOf } from '../../../../shared/api/api-error.ts'
import { finishLogin } from '../form/leave-login.ts'
import { logInByOfficialAccount } from '../form/log-in.ts'
import { tickAgreements } from '../form/ticked-agreements.ts'
import type { AuthorisationResult } from './authorisation.ts'
import { beginAuthorisation } from './begin-authorisation.h5.ts'
import type { PendingBind } from './pending-bind.ts'
import { phoneToBind } from './pending-bind.ts'

type AuthorisationCode = Extract<AuthorisationResult, { kind: 'code' }>

export type AuthState =
  | { readonly kind: 'start'; readonly failure?: string; readonly returnPath?: string; readonly hasAgreed?: boolean }
  /** True while a navigation to another page is under way. */
  | { readonly kind: 'working' }
  | { readonly kind: 'bind'; readonly pending: PendingBind }

export const stateAfter = (returned: AuthorisationResult): AuthState => {
  switch (returned.kind) {
    case 'start':
      return { kind: 'start' }
    case 'code':
      return { kind: 'working' }
    case 'failed': {
      const { message, returnPath, hasAgreed } = returned
      return { kind: 'start', failure: message, returnPath, hasAgreed }
    }
  }
}

/** Silent login first; a new user authorises the profile, then binds a phone. */
export const logInWithCode = async ({ code, round }: AuthorisationCode): Promise<AuthState> => {
  const { scope, returnPath, agreements = [] } = round
  tickAgreements(agreements)
  const hasProfileScope = scope === 'snsapi_userinfo'
  try {
    await logInByOfficialAccount(code, hasProfileScope)
    await finishLogin(returnPath)
    return { kind: 'working' }
  } catch (error) {
    const bind = phoneToBind(error)
    if (!bind) return { kind: 'start', failure: messageOf(error), returnPath, hasAgreed: true }
    if (hasProfileScope) return { kind: 'bind', pending: { bindTicket: bind.bindTicket, returnPath } }
    await beginAuthorisation({ scope: 'snsapi_userinfo', returnPath })
    return { kind: 'working' }
  }
}
