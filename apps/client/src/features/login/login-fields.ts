import { isMobile, MOBILE_MESSAGE } from '@yunji/contract/validation/mobile'
import type { FieldErrors } from '../../shared/ui/form/form-state.ts'

export interface LoginFields {
  readonly phone: string
  readonly password: string
  readonly hasAgreed: boolean
}

export type LoginErrors = FieldErrors<LoginFields>

export const emptyLogin: LoginFields = { phone: '', password: '', hasAgreed: false }

/** What keeps the form from being sent, field by field. The password's form is not looked at: older ones may differ. */
export const checkLogin = ({ phone, password, hasAgreed }: LoginFields): LoginErrors => ({
  ...(!isMobile(phone) && { phone: phone ? MOBILE_MESSAGE : '请输入手机号' }),
  ...(!password && { password: '请输入密码' }),
  ...(!hasAgreed && { hasAgreed: '请先阅读并同意用户协议和隐私政策' }),
})

/** A number as it is typed or pasted: with spaces, hyphens or the country's prefix. */
export const phoneDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .replace(/^86(?=1\d{10}$)/, '')
    .slice(0, 11)
