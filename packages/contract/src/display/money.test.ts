import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyOf, formatBeans, formatCurrency, formatYuan, formatZhe, zheOf } from './money.ts'

const YI_CENTS = 10_000_000_000
const WAN_CENTS = 1_000_000
const nothing = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]

describe('cents as yuan', () => {
  test.each([
    [0, '0.00'],
    [1, '0.01'],
    [9, '0.09'],
    [10, '0.10'],
    [99, '0.99'],
    [100, '1.00'],
    [4990, '49.90'],
    [99_999, '999.99'],
    [100_000, '1,000.00'],
    [128_650, '1,286.50'],
    [123_456_789_012, '1,234,567,890.12'],
    [-1, '-0.01'],
    [-128_650, '-1,286.50'],
  ])('%i is %s', (cents, shown) => expect(formatYuan(cents)).toBe(shown))

  test.each([
    [1999, 0, '19'],
    [1999, 1, '19.9'],
    [1999, 2, '19.99'],
    [99, 0, '0'],
    [-99, 0, '0'],
    [-9, 1, '0.0'],
    [-10, 1, '-0.1'],
    [-100, 0, '-1'],
  ] as const)('%i is cut off after %i places: %s', (cents, places, shown) => {
    expect(formatYuan(cents, { places })).toBe(shown)
  })

  test('part of a cent is cut off, never rounded', () => {
    expect(formatYuan(1.999)).toBe('0.01')
    expect(formatYuan(-1.999)).toBe('-0.01')
    expect(formatYuan(-0.9)).toBe('0.00')
  })

  test.each([
    [4990, '49.9'],
    [4900, '49'],
    [4905, '49.05'],
    [1000_00, '1,000'],
    [0, '0'],
  ])('%i without its trailing zeros is %s', (cents, shown) => {
    expect(formatYuan(cents, { dropsZeros: true })).toBe(shown)
  })

  test('thousands may stand ungrouped', () => {
    expect(formatYuan(123_456_789, { groupsThousands: false })).toBe('1234567.89')
  })

  test.each(nothing)('%s is no amount', (cents) => expect(formatYuan(cents)).toBe('--'))

  test('every amount reads back as the same cents', () => {
    const amount = fc.maxSafeInteger()
    fc.assert(
      fc.property(amount, fc.boolean(), fc.boolean(), (cents, dropsZeros, groupsThousands) => {
        const shown = formatYuan(cents, { dropsZeros, groupsThousands })
        const [whole = '', fraction = ''] = shown.replaceAll(',', '').split('.')
        expect(BigInt(whole + fraction.padEnd(2, '0'))).toBe(BigInt(cents))
      }),
    )
  })

  test('fewer places never show more than there is', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(0, 1, 2), (cents, places) => {
        const shown = Number(formatYuan(cents, { places, groupsThousands: false }))
        expect(shown * 100).toBeLessThanOrEqual(cents + 1e-6)
        expect(shown * 100).toBeGreaterThan(cents - 100 / 10 ** places)
      }),
    )
  })
})

describe('currency units', () => {
  test.each([
    [0, '0 元'],
    [1, '0.01 元'],
    [WAN_CENTS - 1, '9,999.99 元'],
    [WAN_CENTS, '1 万'],
    [WAN_CENTS + 9_999, '1 万'],
    [WAN_CENTS + 10_000, '1.01 万'],
    [12_890_000, '12.89 万'],
    [YI_CENTS - 1, '9,999.99 万'],
    [YI_CENTS, '1 亿'],
    [123_456_789_012, '12.34 亿'],
    [Number.MAX_SAFE_INTEGER, '900,719.92 亿'],
    [-WAN_CENTS, '-1 万'],
    [-(WAN_CENTS - 1), '-9,999.99 元'],
  ])('%i is %s', (cents, shown) => expect(formatCurrency(cents)).toBe(shown))

  test('places and zeros can be chosen', () => {
    expect(formatCurrency(WAN_CENTS, { dropsZeros: false })).toBe('1.00 万')
    expect(formatCurrency(19_900_00, { places: 0 })).toBe('1 万')
    expect(formatCurrency(99_999_900, { places: 1, groupsThousands: false })).toBe('99.9 万')
  })

  test('number and unit come apart for a price in two sizes', () => {
    expect(currencyOf(YI_CENTS)).toEqual({ amount: '1', unit: '亿' })
    expect(currencyOf(undefined)).toEqual({ amount: '--', unit: '' })
  })

  test.each(nothing)('%s is no amount', (cents) => expect(formatCurrency(cents)).toBe('--'))

  test('shows at least 1 of 万 or 亿, and never more than there is', () => {
    const unitCents = { 元: 100, 万: WAN_CENTS, 亿: YI_CENTS, '': Number.NaN }
    fc.assert(
      fc.property(fc.maxSafeNat(), (cents) => {
        const { amount, unit } = currencyOf(cents, { groupsThousands: false })
        const shownCents = Number(amount) * unitCents[unit]
        expect(unit === '元' || Number(amount) >= 1).toBe(true)
        expect(shownCents).toBeLessThanOrEqual(cents * (1 + Number.EPSILON))
        expect(shownCents).toBeGreaterThan(cents * (1 - 2 * Number.EPSILON) - unitCents[unit] / 100)
      }),
    )
  })
})

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
