import { VERIFICATION_CODE_CHARACTERS } from '../form/limits.ts'

/** As long as the specification's verification code; stated as a pattern so that the API page can show it. */
export const VERIFICATION_CODE_PATTERN = /^\d{6}$/

export const VERIFICATION_CODE_MESSAGE = '验证码为 6 位数字'

/** A code of so many digits and nothing else. */
export const isDigitCode = (text: string, digits: number = VERIFICATION_CODE_CHARACTERS): boolean =>
  text.length === digits && /^\d+$/.test(text)
