import { expect, test } from 'vitest'
import { hoursText } from './order-text.ts'

test.each([
  [1, '1 小时'],
  [24, '1 天'],
  [720, '30 天'],
  [36, '36 小时'],
])('%i hours', (hours, text) => {
  expect(hoursText(hours)).toBe(text)
})
