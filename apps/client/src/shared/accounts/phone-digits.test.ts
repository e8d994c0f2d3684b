import { expect, test } from 'vitest'
import { phoneDigits, spacedPhone } from './phone-digits.ts'

test.each([
  ['138 0013 8000', '13800138000'],
  ['+86 138-0013-8000', '13800138000'],
  ['86138', '86138'],
  ['138001380001', '13800138000'],
  ['abc', ''],
])('%s is read as %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})

test.each([
  ['', ''],
  ['138', '138'],
  ['1380', '138 0'],
  ['1380013', '138 0013'],
  ['13800136021', '138 0013 6021'],
])('%s is shown as %s', (digits, shown) => {
  expect(spacedPhone(digits)).toBe(shown)
  expect(phoneDigits(shown)).toBe(digits)
})
