import type { SavedAccount } from '@yunji/contract/accounts/session/saved-accounts'
import { isMobile, MOBILE_MESSAGE, VERIFICATION_CODE_MESSAGE } from '@yunji/contract/validation/credentials'
import { isWholeCode } from '../../../../shared/ui/code-input/code-digits.ts'
import type { FieldErrors } from '../../../../shared/ui/form/form-state.ts'

export interface LoginFields {
  readonly way: 'password' | 'code'
  readonly phone: string
  readonly password: string
  readonly code: string
  /** The number whose password alone is not enough now; empty when there is none. */
  readonly codeNeededFor: string
  readonly hasAgreed: boolean
}

export type LoginErrors = FieldErrors<LoginFields>

export const emptyLogin: LoginFields = {
  way: 'code',
  phone: '',
  password: '',
  code: '',
  codeNeededFor: '',
  hasAgreed: false,
}

type KnownAccount = Pick<SavedAccount, 'mobilePhone' | 'showModifyPassword'>

/**
 * Login method offered for a number: a code where it is new on this device, since that also registers, or has no
 * password. Decided from this device alone: nobody learns whether a number has an account.
 */
export const wayFor = (phone: string, known: readonly KnownAccount[]): LoginFields['way'] => {
  const withPassword = known.filter(({ mobilePhone, showModifyPassword }) => mobilePhone && showModifyPassword !== 1)
  const isKnown = withPassword.some(({ mobilePhone }) => !isMobile(phone) || mobilePhone === phone)
  return isKnown ? 'password' : 'code'
}

/** After failed guesses at a number, a new device also needs an SMS code. */
export const isCodeNeeded = ({ way, phone, codeNeededFor }: LoginFields): boolean =>
  way === 'code' || (phone !== '' && phone === codeNeededFor)

export const checkPhone = (phone: string): string | undefined => {
  if (isMobile(phone)) return undefined
  return phone ? MOBILE_MESSAGE : '请输入手机号'
}

export const checkCode = (code: string): string | undefined => {
  if (isWholeCode(code)) return undefined
  return code ? VERIFICATION_CODE_MESSAGE : '请输入验证码'
}

/** Errors only. */
export const errorsOf = <Values>(found: FieldErrors<Values>): FieldErrors<Values> =>
  Object.fromEntries(Object.entries(found).filter(([, text]) => text)) as FieldErrors<Values>

/** Errors that block the submission, by field. The password's format is not checked: older ones may differ. */
export const checkLogin = (fields: LoginFields): LoginErrors => {
  const { way, phone, password, code, hasAgreed } = fields
  return errorsOf<LoginFields>({
    phone: checkPhone(phone),
    password: way === 'password' && !password ? '请输入密码' : undefined,
    code: isCodeNeeded(fields) ? checkCode(code) : undefined,
    hasAgreed: hasAgreed ? undefined : '请先阅读并同意用户协议和隐私政策',
  })
}
