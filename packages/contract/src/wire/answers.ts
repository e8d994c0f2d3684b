import { type EnvelopeCode, ErrorCode, type PassedCode, passedCodes, wholeResponseCodes } from './error-codes.ts'

/** How the request layer treats an answer, by its envelope code (section 7). */
export type AnswerKind = 'passed' | 'loginInvalid' | 'wholeResponse' | 'rejected'

const passed: ReadonlySet<number> = new Set(passedCodes)
const whole: ReadonlySet<number> = new Set(wholeResponseCodes)

export const isPassedCode = (code: EnvelopeCode): code is PassedCode => passed.has(code)

export const answerKindOf = (code: EnvelopeCode): AnswerKind => {
  if (isPassedCode(code)) return 'passed'
  if (code === ErrorCode.LOGIN_TOKEN_INVALID) return 'loginInvalid'
  return whole.has(code) ? 'wholeResponse' : 'rejected'
}
