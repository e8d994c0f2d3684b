import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { session } from '../../../../shared/session/session.ts'
import { useForm } from '../../../../shared/ui/form/use-form.ts'
import { logInByCode, logInByPassword } from './log-in.ts'
import { createFieldErrors } from './login-errors.ts'
import { checkLogin, emptyLogin, isCodeNeeded, type LoginErrors, type LoginFields, wayFor } from './login-fields.ts'

const fields = {
  [ErrorCode.PASSWORD_OR_PHONE_EMPTY]: 'phone',
  [ErrorCode.VERIFICATION_CODE_EMPTY]: 'code',
  [ErrorCode.VERIFICATION_CODE_WRONG]: 'code',
} as const

/** A refused login is shown at the password or code field; a frozen account in a dialog. */
const explain = (error: unknown, { way }: LoginFields): LoginErrors | undefined =>
  createFieldErrors<'password' | 'code' | 'phone'>(fields, way)(error)

const codeOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.code : undefined)

interface LoginStart {
  readonly phone: string
  readonly hasAgreed: boolean
}

export const useLoginForm = ({ phone, hasAgreed }: LoginStart, onLoggedIn: () => void) => {
  const form = useForm({
    initial: { ...emptyLogin, phone, hasAgreed, way: wayFor(phone, session.saved.getState()) },
    check: checkLogin,
    send: async (values: LoginFields) => {
      const { way, phone: mobilePhone, password, code } = values
      if (way === 'code') await logInByCode(mobilePhone, code)
      else await logInByPassword(mobilePhone, password, isCodeNeeded(values) ? code : undefined)
      onLoggedIn()
    },
    explain: (error, values) => {
      const code = codeOf(error)
      if (code === ErrorCode.VERIFICATION_CODE_EMPTY) form.change({ codeNeededFor: values.phone, code: '' })
      // The code beside a wrong password is used up.
      if (code === ErrorCode.PASSWORD_VERIFICATION_FAILED) form.change({ code: '' })
      return explain(error, values)
    },
  })
  return form
}
