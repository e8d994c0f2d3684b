import { logoutUser } from '@yunji/contract/accounts/session/calls'
import type { SavedAccount } from '@yunji/contract/accounts/session/saved-accounts'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { callApi } from '../../../../shared/api/client.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { confirm } from '../../../../shared/feedback/dialog.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { goBackFrom, openPage } from '../../../../shared/platform/router/router.ts'
import { session } from '../../../../shared/session/session.ts'
import { enterAccount } from '../form/enter-account.ts'
import { loginUrlOf } from '../form/known-phone.ts'
import { showLoginError } from '../form/login-errors.ts'

const logInAgain = (userId: number): Promise<void> => {
  session.expire(userId)
  return openPage(loginUrlOf(userId))
}

/** Switches to a saved account after its token was checked; the current one stays until then. */
export const useSwitchAccount = () =>
  useWrite(
    async (account: SavedAccount) => {
      const { userId, token, mobilePhone } = account
      if (!token) return logInAgain(userId)
      await callApi(getUserInfo, {}, { as: account })
      enterAccount(account, { mobilePhone })
      return goBackFrom('user/accountList')
    },
    {
      onError: (error, { userId }) => {
        if (error instanceof ApiError && error.code === ErrorCode.LOGIN_TOKEN_INVALID) {
          showToast(error.message, 'error')
          void logInAgain(userId)
        } else showLoginError(error)
      },
    },
  )

/** Removes a saved account after a confirmation, and ends its session on the server; a failure there is ignored. */
export const useRemoveAccount = () =>
  useWrite(
    async (account: SavedAccount) => {
      const { userId, token } = account
      if (token) await callApi(logoutUser, {}, { as: account }).catch(() => undefined)
      if (session.store.getState().userId === userId) session.clear()
      session.forget(userId)
    },
    {
      confirm: () =>
        confirm({
          title: '移除这个账号',
          body: '这台设备上不再保存它，下次使用需要重新登录；账号和云手机不受影响',
          cancelText: '取消',
          confirmText: '移除',
        }),
    },
  )
