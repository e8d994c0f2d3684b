/** Eleven digits, the first 1, the second 3 to 9. */
export const MOBILE_PATTERN = /^1[3-9]\d{9}$/

export const MOBILE_MESSAGE = '手机号格式不正确'

export const isMobile = (text: string): boolean => MOBILE_PATTERN.test(text)

export const VERIFICATION_CODE_CHARACTERS = 6

/** As long as the specification's verification code; stated as a pattern so that the API page can show it. */
export const VERIFICATION_CODE_PATTERN = /^\d{6}$/

export const VERIFICATION_CODE_MESSAGE = '验证码为 6 位数字'

/** Exactly `digits` decimal digits. */
export const isDigitCode = (text: string, digits: number = VERIFICATION_CODE_CHARACTERS): boolean =>
  text.length === digits && /^\d+$/.test(text)

export const PASSWORD_MINIMUM_CHARACTERS = 6
export const PASSWORD_MAXIMUM_CHARACTERS = 13

/** Letters and digits only, both present, 6 to 13 in all. */
export const PASSWORD_PATTERN = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,13}$/

export const PASSWORD_MESSAGE = '密码为 6–13 位字母和数字组合'

export const isPassword = (text: string): boolean => PASSWORD_PATTERN.test(text)

/** The parts of the rule, each met or not, for a page that shows them while a password is typed. */
export interface PasswordRules {
  readonly hasLength: boolean
  readonly hasLetter: boolean
  readonly hasDigit: boolean
  /** Only letters and digits. */
  readonly isPlain: boolean
}

export const passwordRules = (text: string): PasswordRules => ({
  hasLength: text.length >= PASSWORD_MINIMUM_CHARACTERS && text.length <= PASSWORD_MAXIMUM_CHARACTERS,
  hasLetter: /[A-Za-z]/.test(text),
  hasDigit: /\d/.test(text),
  isPlain: !/[^A-Za-z\d]/.test(text),
})
