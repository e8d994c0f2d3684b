import { expect, test } from 'vitest'
import { atLeast, atMost, median } from './figures.ts'

test('a figure on its limit is still good', () => {
  expect(atMost('kb', 145, 145).ok).toBe(true)
  expect(atMost('kb', 145.0001, 145).ok).toBe(false)
  expect(atLeast('ratio', 0.4, 0.4).ok).toBe(true)
  expect(atLeast('ratio', 0.3999, 0.4)).toEqual({ name: 'ratio', value: 0.4, limit: 0.4, ok: false })
})

test('a number that could not be measured is never good', () => {
  expect(atMost('kb', Number.NaN, 145).ok).toBe(false)
  expect(atLeast('ratio', median([]), 0.4).ok).toBe(false)
})

test('the median of an even count lies between its two middles', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 9])).toBe(3)
})
