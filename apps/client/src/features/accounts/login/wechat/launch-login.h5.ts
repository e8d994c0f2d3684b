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
 * A code works once: it goes from the address and the session before anything else, and who is logged in already stays who they are. The
 * page on screen stays too, and shows the account as soon as there is one; a newcomer is led to bind a phone.
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
