import { pathOf, requiresLogin, safeReturnPath } from '@yunji/contract/pages'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { goBackFrom, openPage, previousPath, replacePage } from '../../../../shared/platform/router/router.ts'
import { session } from '../../../../shared/session/session.ts'

/** Without a login: back to where the user may be. A closed page under this one would only lead here again. */
export const closeLogin = (): Promise<void> =>
  requiresLogin(previousPath() ?? '') ? replacePage(session.store.getState().curTabPath) : goBackFrom('login/login')

/** Return path of a login by redirect, where the page stack is lost. */
export const returnPathBeyond = (returnPath: string | undefined): string | undefined =>
  returnPath ?? safeReturnPath(previousPath())

const offerPassword = async (): Promise<void> => {
  if (session.store.getState().showModifyPassword !== 1) return
  const wants = await confirm({
    title: '设置登录密码',
    body: '设置后可以用密码登录；转移云手机和注销账号也需要密码',
    cancelText: '以后再说',
    confirmText: '去设置',
  })
  if (wants) await openPage(pathOf('user/setPassword'))
}

/** After the login: to where the user wanted to be, else back to where they came from. */
export const finishLogin = async (returnPath: string | undefined): Promise<void> => {
  await (returnPath ? replacePage(returnPath) : goBackFrom('login/login'))
  await offerPassword()
}
