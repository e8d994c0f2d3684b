import { pathOf, requiresLogin, safeReturnPath } from '@yunji/contract/pages'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { openWithPage } from '../../../../shared/feedback/page-change.ts'
import { isTabPath } from '../../../../shared/navigation/tabs.ts'
import { goBackFrom, openPage, previousPath, replacePage } from '../../../../shared/platform/router/router.ts'
import { storage } from '../../../../shared/platform/storage/storage.ts'
import { session } from '../../../../shared/session/session.ts'
import { PASSWORD_OFFER_KEY } from '../../../../shared/session/session-state.ts'

/** Without a login: back to where the user may be. A closed page under this one would only lead here again. */
export const closeLogin = (): Promise<void> =>
  requiresLogin(previousPath() ?? '') ? replacePage(session.store.getState().curTabPath) : goBackFrom('login/login')

/** Return path of a login by redirect, where the page stack is lost. */
export const returnPathBeyond = (returnPath: string | undefined): string | undefined =>
  returnPath ?? safeReturnPath(previousPath())

const offerPassword = async (): Promise<void> => {
  const wants = await confirm({
    title: '设置登录密码',
    body: '设置后可以用密码登录；转移云手机和注销账号也需要密码',
    cancelText: '以后再说',
    confirmText: '去设置',
  })
  if (wants) await openPage(pathOf('user/setPassword'))
}

const hasNoPassword = (): boolean => session.store.getState().showModifyPassword === 1

const purchasePaths: ReadonlySet<string> = new Set(
  (['create/goodsDetails', 'create/buyGoods', 'create/bigUserBuyGoods', 'pay/pay'] as const).map(pathOf),
)

/** A buyer is asked after the purchase: with the next tab, also after a payment that has left the client. */
export const offerPasswordOnTab = (): void => {
  storage.write(PASSWORD_OFFER_KEY, true)
  openWithPage(
    (path) => isTabPath(path) && session.store.getState().info !== null,
    () => {
      storage.remove(PASSWORD_OFFER_KEY)
      if (hasNoPassword()) void offerPassword()
    },
  )
}

const pathIn = (url: string): string => url.split('?', 1)[0] ?? ''

/** An open page under the login is gone back to: it holds what its visitor has chosen on it. */
const isUnderLogin = (returnPath: string): boolean =>
  !requiresLogin(pathIn(returnPath)) && previousPath() === pathIn(returnPath)

/** After the login: to where the user wanted to be, else back to where they came from. */
export const finishLogin = async (returnPath: string | undefined): Promise<void> => {
  const isBuying = purchasePaths.has(pathIn(returnPath ?? ''))
  if (!isBuying && hasNoPassword())
    openWithPage(
      () => true,
      () => void offerPassword(),
    )
  await (returnPath && !isUnderLogin(returnPath) ? replacePage(returnPath) : goBackFrom('login/login'))
  if (isBuying) offerPasswordOnTab()
}
