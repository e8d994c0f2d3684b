import { describe, expect, it } from 'vitest'
import { VERIFICATION_CODE_CHARACTERS } from '../form/limits.ts'
import { isDigitCode, VERIFICATION_CODE_PATTERN } from './digit-code.ts'

describe('a code of digits', () => {
  it.each(['000000', '123456'])('takes %s', (text) => expect(isDigitCode(text)).toBe(true))
  it.each(['', '12345', '1234567', '12345a', 'a12345', '12 456', '１２３４５６', '12345\n', '-12345', '1e1000'])(
    'refuses %j',
    (text) => expect(isDigitCode(text)).toBe(false),
  )

  it('has another length where it is asked for', () => {
    expect(isDigitCode('1234', 4)).toBe(true)
    expect(isDigitCode('12345', 4)).toBe(false)
    expect(isDigitCode('123456', 4)).toBe(false)
    expect(isDigitCode('', 0)).toBe(false)
  })

  it('says the same as the pattern of the verification code', () => {
    const ofLength = (length: number) => '1'.repeat(length)
    for (let length = 0; length < 12; length += 1) {
      expect(VERIFICATION_CODE_PATTERN.test(ofLength(length))).toBe(length === VERIFICATION_CODE_CHARACTERS)
    }
  })
})
