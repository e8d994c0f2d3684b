import { expect, test } from 'vitest'
import { badgeText } from './badge-text.ts'

test.each([
  [-1, ''],
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_000, '99+'],
])('%i is shown as "%s"', (count, text) => {
  expect(badgeText(count)).toBe(text)
})
