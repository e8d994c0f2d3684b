import { pathOf } from '@yunji/contract/pages'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { replacePage } from '../../../../shared/platform/router/router.ts'
import { wechatLoginCode } from '../../../../shared/platform/wechat.weapp.ts'
import { finishLogin } from '../form/leave-login.ts'
import { logInByApplet } from '../form/log-in.ts'
import { showLoginError } from '../form/login-errors.ts'
import { phoneToBind, setPendingBind } from './pending-bind.ts'

/** Logs in by the mini-program's code; a new account goes on to bind a phone. */
const logIn = async (returnPath: string | undefined): Promise<void> => {
  const code = await wechatLoginCode()
  if (!code) throw new ApiError('微信登录未成功，请重试')
  try {
    await logInByApplet(code)
    await finishLogin(returnPath)
  } catch (error) {
    const bind = phoneToBind(error)
    if (!bind) throw error
    setPendingBind({ bindTicket: bind.bindTicket, returnPath })
    await replacePage(pathOf('auth/wechatAuth'))
  }
}

export const useAppletLogin = (returnPath: string | undefined) => {
  const { isBusy, run } = useWrite(() => logIn(returnPath), { onError: showLoginError })
  return { isBusy, begin: run }
}
