import { pathOf } from '@yunji/contract/navigation/pages'
import { safeReturnPath } from '@yunji/contract/navigation/return-path'
import { currentUrl } from '../../shared/platform/location'
import { replacePage } from '../../shared/platform/router.ts'
import { tellRefusal } from './explain-refusal.ts'
import { logInByOfficialAccount } from './log-in.ts'
import { setPendingBind } from './pending-bind.ts'
import { phoneToBind } from './phone-to-bind.ts'

/** The page on screen stays: it shows the account as soon as there is one. A newcomer is led to bind a phone. */
export const launchLogin = async (code: string): Promise<void> => {
  try {
    await logInByOfficialAccount(code, false)
  } catch (error) {
    const bind = phoneToBind(error)
    if (!bind) {
      tellRefusal(error)
      return
    }
    setPendingBind({ bindTicket: bind.bindTicket, returnPath: safeReturnPath(currentUrl()) })
    await replacePage(pathOf('auth/wechatAuth'))
  }
}
