import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../shared/api/api-error.ts'
import { showError } from '../../shared/api/show-error.ts'
import { ask } from '../../shared/feedback/dialog.ts'
import { useForm } from '../../shared/ui/form/use-form.ts'
import { logInByPassword } from './log-in.ts'
import { checkLogin, emptyLogin, type LoginErrors } from './login-fields.ts'

/** Whatever the server has against a login stands under the password, except that the account is frozen. */
const explain = (error: unknown): LoginErrors | undefined => {
  if (!(error instanceof ApiError) || error.code === undefined) {
    showError(error)
    return undefined
  }
  if (error.code !== ErrorCode.ACCOUNT_FROZEN) return { password: error.message }
  void ask({ title: error.message, confirmText: '知道了' })
  return undefined
}

export const useLoginForm = (onLoggedIn: () => void) =>
  useForm({
    initial: emptyLogin,
    check: checkLogin,
    send: async ({ phone, password }) => {
      await logInByPassword(phone, password)
      onLoggedIn()
    },
    explain,
  })
