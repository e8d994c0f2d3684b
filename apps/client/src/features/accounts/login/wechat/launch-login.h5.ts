import { withoutCode } from '@yunji/contract/accounts/session/start-up'
import { pathOf, safeReturnPath } from '@yunji/contract/pages'
import { currentUrl } from '../../../../shared/platform/router/location'
import { showAddress } from '../../../../shared/platform/router/location.h5.ts'
import { replacePage } from '../../../../shared/platform/router/router.ts'
import { session } from '../../../../shared/session/session.ts'
import { logInByOfficialAccount } from '../form/log-in.ts'
import { showLoginError } from '../form/login-errors.ts'
import { phoneToBind, setPendingBind } from './pending-bind.ts'

/**
 * A code works once: it is removed from the address and the session first, and ignored when a login exists. The visible
 * page stays, and shows the account after the login; a new account goes on to bind a phone.
 */
export const launchLogin = async (): Promise<void> => {
  const { code, token } = session.store.getState()
  showAddress(withoutCode(currentUrl()))
  session.store.setState({ code: '' })
  if (token) return
  try {
    await logInByOfficialAccount(code, false)
  } catch (error) {
    const bind = phoneToBind(error)
    if (!bind) {
      showLoginError(error)
      return
    }
    setPendingBind({ bindTicket: bind.bindTicket, returnPath: safeReturnPath(currentUrl()) })
    await replacePage(pathOf('auth/wechatAuth'))
  }
}
