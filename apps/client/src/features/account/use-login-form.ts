import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { showError } from '../../shared/api/show-error.ts'
import { ask } from '../../shared/feedback/dialog.ts'
import { logInByPassword } from './log-in.ts'
import { checkLogin, type LoginErrors, type LoginFields, phoneDigits } from './login-fields.ts'

const emptyFields: LoginFields = { phone: '', password: '', hasAgreed: false }

export const useLoginForm = (onLoggedIn: () => void) => {
  const [fields, setFields] = useState(emptyFields)
  const [errors, setErrors] = useState<LoginErrors>({})
  const [isSending, setSending] = useState(false)

  const change = (changed: Partial<LoginFields>) => {
    setFields((before) => ({ ...before, ...changed }))
    // What is being corrected is not wrong any more; a refused password may be either field's fault.
    setErrors(({ hasAgreed }) => ('hasAgreed' in changed || !hasAgreed ? {} : { hasAgreed }))
  }

  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code === undefined) return showError(error)
    if (error.code === ErrorCode.ACCOUNT_FROZEN) return void ask({ title: error.message, confirmText: '知道了' })
    return setErrors({ password: error.message })
  }

  const submit = async () => {
    const found = checkLogin(fields)
    setErrors(found)
    if (Object.keys(found).length > 0 || isSending) return
    setSending(true)
    try {
      await logInByPassword(fields.phone, fields.password)
      onLoggedIn()
    } catch (error) {
      refuse(error)
    } finally {
      setSending(false)
    }
  }

  return {
    fields,
    errors,
    isSending,
    setPhone: (text: string) => change({ phone: phoneDigits(text) }),
    setPassword: (password: string) => change({ password }),
    setAgreed: (hasAgreed: boolean) => change({ hasAgreed }),
    submit,
  }
}
