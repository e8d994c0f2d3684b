import { expect, test } from 'vitest'
import { amountOf, changeOf } from './amount.ts'

test('beans are counted, and money has its places', () => {
  expect(amountOf('beans', 128_000)).toBe('128,000')
  expect(amountOf('balance', 128_000)).toBe('¥1,280.00')
})

test('what came in and what went out tell themselves apart', () => {
  expect(changeOf('beans', 500)).toBe('+500')
  expect(changeOf('beans', -500)).toBe('-500')
  expect(changeOf('balance', -1990)).toBe('-¥19.90')
})
