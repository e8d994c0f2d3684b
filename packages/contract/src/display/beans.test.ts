import { expect, test } from 'vitest'
import { formatBeans } from './beans.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1280, '1,280'],
  [-1_234_567, '-1,234,567'],
  [10_000_000_000, '10,000,000,000'],
  [null, '--'],
  [undefined, '--'],
  [1.5, '--'],
])('%s', (cents, text) => {
  expect(formatBeans(cents)).toBe(text)
})
