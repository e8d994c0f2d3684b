import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useForm } from '../../shared/ui/form/use-form.ts'
import { createExplain } from './explain-refusal.ts'
import { logInByCode, logInByPassword } from './log-in.ts'
import { checkLogin, emptyLogin, type LoginErrors, type LoginFields } from './login-fields.ts'

/** Whatever the server has against a login stands under what proves it, except that the account is frozen. */
const explain = (error: unknown, { way }: LoginFields): LoginErrors | undefined =>
  createExplain<'password' | 'code' | 'phone'>({ [ErrorCode.PASSWORD_OR_PHONE_EMPTY]: 'phone' }, way)(error)

export const useLoginForm = (phone: string, onLoggedIn: () => void) =>
  useForm({
    initial: { ...emptyLogin, phone },
    check: checkLogin,
    send: async ({ way, phone: mobilePhone, password, code }) => {
      await (way === 'password' ? logInByPassword(mobilePhone, password) : logInByCode(mobilePhone, code))
      onLoggedIn()
    },
    explain,
  })
