import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeDigits, isWholeCode } from './code-digits.ts'

test.each([
  ['', ''],
  ['3', '3'],
  ['30751', '30751'],
  ['307512', '307512'],
  ['3075129', '307512'],
  ['307 512', '307512'],
  ['307-512', '307512'],
  ['３０７５１２', '307512'],
  ['abc', ''],
  ['【云机】验证码 307512，5 分钟内有效', '307512'],
  ['11 月 15 日的验证码：307512', '307512'],
  ['尾号 6021 的验证码307512', '307512'],
])('%s is read as %s', (text, digits) => {
  expect(codeDigits(text)).toBe(digits)
})

test('never more than six digits, and typing them one by one gives the same', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,9}$/), (digits) => {
      const typed = [...digits].reduce((before, digit) => codeDigits(before + digit), '')
      expect(typed).toBe(digits.slice(0, 6))
      expect(codeDigits(typed)).toBe(typed)
      expect(isWholeCode(typed)).toBe(digits.length >= 6)
    }),
  )
})
