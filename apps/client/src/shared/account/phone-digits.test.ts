import { expect, test } from 'vitest'
import { phoneDigits } from './phone-digits.ts'

test.each([
  ['138 0013 8000', '13800138000'],
  ['+86 138-0013-8000', '13800138000'],
  ['86138', '86138'],
  ['138001380001', '13800138000'],
  ['abc', ''],
])('%s is read as %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})
