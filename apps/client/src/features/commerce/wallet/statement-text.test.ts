import { expect, test } from 'vitest'
import { amountOf, changeOf, chineseMonthOf, monthAfter, monthLabel, monthsUpTo } from './statement-text.ts'

test('beans are counted, and money has its places', () => {
  expect(amountOf('beans', 128_000)).toBe('128,000')
  expect(amountOf('balance', 128_000)).toBe('¥1,280.00')
})

test('what came in and what went out tell themselves apart', () => {
  expect(changeOf('beans', 500)).toBe('+500')
  expect(changeOf('beans', -500)).toBe('-500')
  expect(changeOf('balance', -1990)).toBe('-¥19.90')
})

test('a month begins when it does in China', () => {
  expect(chineseMonthOf(Date.UTC(2026, 9, 31, 15, 59))).toBe('2026-10')
  expect(chineseMonthOf(Date.UTC(2026, 9, 31, 16))).toBe('2026-11')
})

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-03', -15, '2024-12'],
])('%s and %i', (month, months, expected) => {
  expect(monthAfter(month, months)).toBe(expected)
})

test('in words, and a row of them', () => {
  expect(monthLabel('2026-03')).toBe('2026 年 3 月')
  expect(monthsUpTo('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
})
