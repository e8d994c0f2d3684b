import { isPassword, PASSWORD_MESSAGE } from '@yunji/contract/validation/credentials'
import type { FieldErrors } from '../../../../shared/ui/form/form-state.ts'
import { checkCode, checkPhone, errorsOf } from './login-fields.ts'

export interface ResetFields {
  readonly phone: string
  readonly code: string
  readonly newPassword: string
}

const checkNewPassword = (password: string): string | undefined => {
  if (isPassword(password)) return undefined
  return password ? PASSWORD_MESSAGE : '请输入新密码'
}

export const checkReset = ({ phone, code, newPassword }: ResetFields): FieldErrors<ResetFields> =>
  errorsOf<ResetFields>({
    phone: checkPhone(phone),
    code: checkCode(code),
    newPassword: checkNewPassword(newPassword),
  })
