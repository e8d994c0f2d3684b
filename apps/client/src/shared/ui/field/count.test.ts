import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countDigits, countOf, withinLimits } from './count.ts'

const limits = { minimum: 1, maximum: 50 }

test.each([
  ['', 1],
  ['0', 1],
  ['1', 1],
  ['007', 7],
  ['50', 50],
  ['51', 50],
  ['999999', 50],
])('%s typed counts as %i', (digits, count) => {
  expect(countOf(digits, limits)).toBe(count)
})

test.each([
  ['12', '12'],
  ['-3', '3'],
  ['1.5', '15'],
  ['两台', ''],
  ['1234567', '123456'],
])('%s stands as %s', (text, digits) => {
  expect(countDigits(text)).toBe(digits)
})

test('without a maximum a count may be any', () => {
  expect(withinLimits(100_000, { minimum: 1 })).toBe(100_000)
  expect(withinLimits(0, { minimum: 1 })).toBe(1)
})

test('whatever is typed, the count is whole and within its limits', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const count = countOf(countDigits(text), limits)
      expect(Number.isInteger(count)).toBe(true)
      expect(count).toBe(withinLimits(count, limits))
    }),
  )
})
