import { logoutUser } from '@yunji/contract/accounts/session/calls'
import type { SavedAccount } from '@yunji/contract/accounts/session/saved-accounts'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { callApi } from '../../../../shared/api/client.ts'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { session } from '../../../../shared/session/session.ts'
import { enterAccount } from '../form/enter-account.ts'
import { loginUrlOf } from '../form/known-phone.ts'
import { showLoginError } from '../form/login-errors.ts'

const logInAgain = (userId: number): Promise<void> => {
  session.expire(userId)
  return openPage(loginUrlOf(userId))
}

/** Switches to a saved account after its token was checked; the current one stays until then. */
export const switchAccount = async (account: SavedAccount): Promise<boolean> => {
  const { userId, token } = account
  if (!token) {
    await logInAgain(userId)
    return false
  }
  try {
    await callApi(getUserInfo, {}, { as: account })
    enterAccount(account, { mobilePhone: account.mobilePhone })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === ErrorCode.LOGIN_TOKEN_INVALID) {
      showToast(error.message, 'error')
      await logInAgain(userId)
    } else showLoginError(error)
    return false
  }
}

/** Ends the session on the server too; a failure there is ignored. */
export const removeAccount = async (account: SavedAccount): Promise<void> => {
  const { userId, token } = account
  const isConfirmed = await confirm({
    title: '移除这个账号',
    body: '这台设备上不再保存它，下次使用需要重新登录；账号和云手机不受影响',
    cancelText: '取消',
    confirmText: '移除',
  })
  if (!isConfirmed) return
  if (token) await callApi(logoutUser, {}, { as: account }).catch(() => undefined)
  if (session.store.getState().userId === userId) session.clear()
  session.forget(userId)
}
