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
  /** Nothing but letters and digits: no space, no sign, no other script. */
  readonly isPlain: boolean
}

export const passwordRules = (text: string): PasswordRules => ({
  hasLength: text.length >= PASSWORD_MINIMUM_CHARACTERS && text.length <= PASSWORD_MAXIMUM_CHARACTERS,
  hasLetter: /[A-Za-z]/.test(text),
  hasDigit: /\d/.test(text),
  isPlain: !/[^A-Za-z\d]/.test(text),
})
