import { expect, it } from 'vitest'
import { formatRentalTime } from './rental-time.ts'

it.each([
  [1, '1 小时'],
  [24, '1 天'],
  [36, '36 小时'],
  [720, '30 天'],
])('tells %i hours as %s', (hours, text) => {
  expect(formatRentalTime(hours)).toBe(text)
})
