import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatZhe, zheOf } from './discount.ts'

test.each([
  [85, '8.5 折'],
  [90, '9 折'],
  [100, '10 折'],
  [1, '0.1 折'],
  [0, '0 折'],
  [undefined, '--'],
  [null, '--'],
])('%s per cent is %s', (parValue, shown) => expect(formatZhe(parValue)).toBe(shown))

test('the number comes alone for a ticket in two sizes', () => {
  expect(zheOf(85)).toBe('8.5')
  expect(zheOf(null)).toBe('--')
})

test('has one decimal at most, whatever the percentage', () => {
  fc.assert(
    fc.property(fc.nat(1000), (parValue) => {
      expect(zheOf(parValue)).toMatch(/^\d+(\.\d)?$/)
    }),
  )
})
