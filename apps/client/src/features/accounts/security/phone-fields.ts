import { isMobile, MOBILE_MESSAGE, VERIFICATION_CODE_MESSAGE } from '@yunji/contract/validation/credentials'
import { isWholeCode } from '../../../shared/ui/code-input/code-digits.ts'
import type { FieldErrors } from '../../../shared/ui/form/form-state.ts'

/** Proof of ownership: by the current phone, or by password. */
type Proof = 'code' | 'password'

export interface OldPhone {
  readonly by: Proof
  readonly code: string
  readonly password: string
}

export interface NewPhone {
  readonly phone: string
  readonly code: string
}

export const emptyOldPhone: OldPhone = { by: 'code', code: '', password: '' }
export const emptyNewPhone: NewPhone = { phone: '', code: '' }

const codeFault = (code: string): { code?: string } => {
  if (isWholeCode(code)) return {}
  return { code: code ? VERIFICATION_CODE_MESSAGE : '请输入验证码' }
}

export const checkOldPhone = ({ by, code, password }: OldPhone): FieldErrors<OldPhone> => {
  if (by === 'code') return codeFault(code)
  return password ? {} : { password: '请输入登录密码' }
}

export const checkNewPhone =
  (currentPhone: string) =>
  ({ phone, code }: NewPhone): FieldErrors<NewPhone> => {
    if (!isMobile(phone)) return { phone: phone ? MOBILE_MESSAGE : '请输入新手机号', ...codeFault(code) }
    if (phone === currentPhone) return { phone: '新手机号与当前手机号相同', ...codeFault(code) }
    return codeFault(code)
  }
