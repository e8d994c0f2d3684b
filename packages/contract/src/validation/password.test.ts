import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPassword, passwordRules } from './password.ts'

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
