import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { couponDiscountCents } from './discount.ts'
import { CouponType } from './enums.ts'

const { fullVolumeReduction, noThresholdRoll, discountCoupon, firstRechargeCoupon } = CouponType

describe('a value off', () => {
  it.each([fullVolumeReduction, noThresholdRoll, firstRechargeCoupon])('type %i', (couponType) => {
    const off = (parValue: number, totalCents: number) => couponDiscountCents({ couponType, parValue }, totalCents)
    expect(off(500, 10_000)).toBe(500)
    expect(off(500, 501)).toBe(500)
    expect(off(500, 500)).toBe(499)
    expect(off(500, 499)).toBe(498)
    expect(off(500, 1)).toBe(0)
    expect(off(500, 0)).toBe(0)
    expect(off(0, 10_000)).toBe(0)
  })
})

describe('a discount', () => {
  it.each([
    [85, 10_000, 1500],
    [85, 999, 150],
    [85, 1, 0],
    [85, 0, 0],
    [90, 2990, 299],
    [33, 100, 67],
    [33, 101, 68],
    [1, 99, 98],
    [0, 10_000, 9999],
    [99, 100, 1],
    [100, 10_000, 0],
    [101, 10_000, 0],
    [999, 10_000, 0],
    [50, Number.MAX_SAFE_INTEGER, 4_503_599_627_370_496],
  ])('%d percent of %d cents to pay: %d off', (parValue, totalCents, off) => {
    expect(couponDiscountCents({ couponType: discountCoupon, parValue }, totalCents)).toBe(off)
  })
})

it.each([0, 5, -1])('type %d is unknown and takes nothing off', (couponType) => {
  expect(couponDiscountCents({ couponType, parValue: 500 }, 10_000)).toBe(0)
})

it.each([-1, 0.5, Number.NaN])('refuses %d as a value and as a sum', (value) => {
  expect(() => couponDiscountCents({ couponType: noThresholdRoll, parValue: value }, 100)).toThrow(RangeError)
  expect(() => couponDiscountCents({ couponType: noThresholdRoll, parValue: 1 }, value)).toThrow(RangeError)
})

it('never takes more than all but a cent, nor less than nothing', () => {
  const couponType = fc.constantFrom(...Object.values(CouponType))
  fc.assert(
    fc.property(couponType, fc.maxSafeNat(), fc.integer({ min: 1, max: 1e12 }), (type, parValue, totalCents) => {
      const off = couponDiscountCents({ couponType: type, parValue }, totalCents)
      expect(Number.isSafeInteger(off)).toBe(true)
      expect(off).toBeGreaterThanOrEqual(0)
      expect(totalCents - off).toBeGreaterThanOrEqual(1)
    }),
  )
})

it('leaves the percentage of the price to pay, cut at the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 1e12 }), (parValue, totalCents) => {
      const due = totalCents - couponDiscountCents({ couponType: discountCoupon, parValue }, totalCents)
      expect(due).toBe(Number((BigInt(totalCents) * BigInt(parValue)) / 100n))
    }),
  )
})
