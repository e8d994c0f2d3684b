import { expect, test } from 'vitest'
import { monthlyText, notesOf, shortBeans, shortYuan } from './figures.ts'

test.each([
  [12_650, '126.50'],
  [999_999, '9,999.99'],
  [1_000_000, '1 万'],
  [123_456_789_00, '1.2 亿'],
])('%i cents are told as %s', (cents, text) => {
  expect(shortYuan(cents)).toBe(text)
})

test.each([
  [0, '0'],
  [999_999, '999,999'],
  [1_234_567, '123.4 万'],
])('%i beans are told as %s', (cents, text) => {
  expect(shortBeans(cents)).toBe(text)
})

const figures = {
  balanceCents: 0,
  beansCents: 0,
  usableCoupons: 0,
  spaceQuotaBytes: 2 ** 30,
  spaceUsedBytes: 3 * 2 ** 20,
  openOrders: 0,
  unusedCodes: 2,
  monthlySavingPercent: 18,
}

test('a saving is named where there is one', () => {
  expect(monthlyText(undefined)).toBe('云豆转包月')
  expect(monthlyText(figures)).toBe('云豆转包月，最高省 18%')
  expect(monthlyText({ ...figures, monthlySavingPercent: 0 })).toBe('云豆转包月')
})

test('tiles say what is used, and what is not yet', () => {
  expect(notesOf(figures)).toEqual({ 'user/activateDevice': '2 个未使用', 'Space/index': '已用 3.00 MB' })
  expect(notesOf({ ...figures, unusedCodes: 0, spaceUsedBytes: 0 })).toEqual({})
})
