import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exact, exactSum, exactTimes, shareDown } from './money.ts'

const LARGEST = Number.MAX_SAFE_INTEGER
const NOT_MONEY = [-1, 0.5, -0.5, LARGEST + 1, Number.NaN, Number.POSITIVE_INFINITY]

describe('an amount', () => {
  it.each([0, 1, LARGEST])('takes %d', (cents) => expect(exact(cents)).toBe(cents))
  it.each(NOT_MONEY)('refuses %d', (cents) => expect(() => exact(cents)).toThrow(RangeError))
  it('says what it was given', () => expect(() => exact(-1)).toThrow('not a whole, exact amount: -1'))
})

describe('a price so many times', () => {
  it.each([
    [0, 0, 0],
    [5000, 0, 0],
    [5000, 3, 15_000],
    [LARGEST, 1, LARGEST],
  ])('%d × %d = %d', (cents, times, product) => expect(exactTimes(cents, times)).toBe(product))

  it.each(NOT_MONEY)('refuses %d on either side', (value) => {
    expect(() => exactTimes(value, 1)).toThrow(RangeError)
    expect(() => exactTimes(1, value)).toThrow(RangeError)
  })

  it('refuses two negatives, whose product would not be', () => {
    expect(() => exactTimes(-2, -3)).toThrow(RangeError)
    expect(() => exactTimes(0.5, 2)).toThrow(RangeError)
  })

  it('refuses a product that is not exact', () => {
    expect(() => exactTimes(LARGEST, 2)).toThrow(RangeError)
  })
})

describe('a sum', () => {
  it.each([
    [[], 0],
    [[1], 1],
    [[1, 2, 3], 6],
    [[LARGEST - 1, 1], LARGEST],
  ])('%j is %d', (amounts, sum) => expect(exactSum(amounts)).toBe(sum))

  it('refuses parts that are not amounts, and what is not exact', () => {
    expect(() => exactSum([5, -1])).toThrow(RangeError)
    expect(() => exactSum([0.5, 0.5])).toThrow(RangeError)
    expect(() => exactSum([LARGEST, 1])).toThrow(RangeError)
  })
})

describe('a share', () => {
  it.each([
    [100, 1, 3, 33],
    [100, 2, 3, 66],
    [100, 3, 3, 100],
    [1, 1, 2, 0],
    [0, 1, 2, 0],
    [100, 0, 3, 0],
    [LARGEST, LARGEST, LARGEST, LARGEST],
    [LARGEST, 2, 3, 6_004_799_503_160_660],
  ])('%d × %d / %d = %d, rounded down', (amount, part, total, share) => {
    expect(shareDown(amount, part, total)).toBe(share)
  })

  it.each(NOT_MONEY)('refuses %d in every place', (value) => {
    expect(() => shareDown(value, 1, 1)).toThrow(RangeError)
    expect(() => shareDown(1, value, 1)).toThrow(RangeError)
    expect(() => shareDown(1, 1, value)).toThrow(RangeError)
  })

  it('refuses a share of nothing, and one that is not exact', () => {
    expect(() => shareDown(1, 1, 0)).toThrow('a share of nothing')
    expect(() => shareDown(LARGEST, LARGEST, 1)).toThrow(RangeError)
  })

  it('is what exact arithmetic says, however large the product', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), fc.maxSafeNat(), (amount, a, b) => {
        const [part, total] = [Math.min(a, b), Math.max(a, b, 1)]
        expect(BigInt(shareDown(amount, part, total))).toBe((BigInt(amount) * BigInt(part)) / BigInt(total))
      }),
    )
  })
})
