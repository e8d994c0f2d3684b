import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isDigitCode,
  isMobile,
  isPassword,
  passwordRules,
  VERIFICATION_CODE_CHARACTERS,
  VERIFICATION_CODE_PATTERN,
} from './credentials.ts'

describe('mobile number', () => {
  it.each(['13000000000', '13800138000', '19999999999'])('takes %s', (text) => expect(isMobile(text)).toBe(true))

  it.each([
    '',
    '12800138000',
    '10800138000',
    '23800138000',
    '1380013800',
    '138001380000',
    '1380013800x',
    ' 13800138000',
    '13800138000\n',
    '１３８００１３８０００',
    '+8613800138000',
  ])('refuses %j', (text) => expect(isMobile(text)).toBe(false))
})

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

describe('password', () => {
  it.each(['abc123', '1bcdef', 'abcde1', 'yunji2026', 'A1b2C3d4E5f6g'])('takes %s', (text) => {
    expect(isPassword(text)).toBe(true)
  })

  it.each([
    '',
    'abc12',
    'abcdefghijk123',
    '123456',
    'abcdef',
    'ABCDEF',
    'abc 123',
    ' abc123',
    'abc123!',
    '密码abc123',
    'abc１２３',
    'abc123\n',
  ])('refuses %j', (text) => expect(isPassword(text)).toBe(false))

  it('says which parts of the rule are met', () => {
    expect(passwordRules('')).toEqual({ hasLength: false, hasLetter: false, hasDigit: false, isPlain: true })
    expect(passwordRules('abc')).toEqual({ hasLength: false, hasLetter: true, hasDigit: false, isPlain: true })
    expect(passwordRules('12345')).toEqual({ hasLength: false, hasLetter: false, hasDigit: true, isPlain: true })
    expect(passwordRules('123456')).toEqual({ hasLength: true, hasLetter: false, hasDigit: true, isPlain: true })
    expect(passwordRules('Z23456789012 ')).toEqual({ hasLength: true, hasLetter: true, hasDigit: true, isPlain: false })
    expect(passwordRules('a2345678901234')).toEqual({
      hasLength: false,
      hasLetter: true,
      hasDigit: true,
      isPlain: true,
    })
  })

  it('is taken exactly when every part is met', () => {
    const character = fc.constantFrom('a', 'Z', '0', '9', ' ', '!', '密', '\n')
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 16 }), (text) => {
        expect(isPassword(text)).toBe(Object.values(passwordRules(text)).every(Boolean))
      }),
    )
  })
})
