import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coupon, goods } from '../../testing/purchases.ts'
import { BusinessType } from '../order/enums.ts'
import {
  bestCoupon,
  type Checkout,
  checkoutVerdict,
  couponChoices,
  couponDiscountCents,
  type WalletCoupon,
} from './choice.ts'
import { CouponStatus, CouponType } from './enums.ts'

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

const NOW = 1_000_000
const checkout = (changes: Partial<Checkout> = {}): Checkout => ({
  business: BusinessType.cloudMachine,
  lines: [{ goods: goods(), quantity: 1 }],
  isFirstRecharge: false,
  ...changes,
})
const ids = (wallet: readonly WalletCoupon[], at = checkout()) =>
  couponChoices(wallet, at, NOW).usable.map((choice) => choice.coupon.id)
const best = (wallet: readonly WalletCoupon[], at = checkout()) => bestCoupon(couponChoices(wallet, at, NOW))?.id

describe('the best coupon', () => {
  it('takes the most off', () => {
    const half = coupon({ id: 2, couponType: CouponType.discountCoupon, parValue: 50 })
    expect(ids([coupon({ id: 1 }), half, coupon({ id: 3, parValue: 600 })])).toEqual([2, 3, 1])
    expect(best([coupon({ id: 1 }), half])).toBe(2)
  })

  it('of equals expires first, and last when it never does', () => {
    const wallet = [
      coupon({ id: 1, expiresAt: null }),
      coupon({ id: 2, expiresAt: NOW + 2 }),
      coupon({ id: 3, expiresAt: NOW + 1 }),
    ]
    expect(ids(wallet)).toEqual([3, 2, 1])
  })

  it('of those has the lowest id', () => {
    expect(ids([coupon({ id: 9 }), coupon({ id: 7 }), coupon({ id: 8 })])).toEqual([7, 8, 9])
  })

  it('is none when nothing comes off', () => {
    expect(best([])).toBeUndefined()
    expect(best([coupon({ parValue: 0 })])).toBeUndefined()
    expect(best([coupon({ parValue: 1 })])).toBe(1)
  })
})

describe('choices', () => {
  it('leaves out what cannot be chosen at all', () => {
    const gone = [
      coupon({ status: CouponStatus.used }),
      coupon({ expiresAt: NOW }),
      coupon({ lockedByOrderId: 5 }),
      coupon({ status: CouponStatus.invalid }),
    ]
    expect(couponChoices(gone, checkout(), NOW)).toEqual({ usable: [], unusable: [] })
  })

  it('keeps what does not apply in the order of the wallet, with its reason', () => {
    const above = coupon({ id: 5, couponType: CouponType.fullVolumeReduction, conditionsUse: 12_010 })
    const space = coupon({ id: 4, businessType: BusinessType.cloudSpace })
    expect(couponChoices([above, coupon({ id: 6 }), space], checkout(), NOW)).toEqual({
      usable: [{ coupon: coupon({ id: 6 }), discountCents: 500 }],
      unusable: [
        { coupon: above, rejection: { why: 'belowThreshold', missingCents: 7010 } },
        { coupon: space, rejection: { why: 'otherBusiness' } },
      ],
    })
  })

  it('counts lines on the terms of their quantity', () => {
    const first = goods({ firstPurchase: true, firstCount: 0 })
    const half = coupon({ couponType: CouponType.discountCoupon, parValue: 50 })
    const offFor = (quantity: number) =>
      couponChoices([half], checkout({ lines: [{ goods: first, quantity }] }), NOW).usable[0]?.discountCents
    expect(offFor(1)).toBe(2500)
    expect(offFor(2)).toBe(10_000)
  })
})

describe('first-recharge coupons', () => {
  const recharge = coupon({ couponType: CouponType.firstRechargeCoupon, businessType: BusinessType.cloudBeans })
  const beans = checkout({ business: BusinessType.cloudBeans, isFirstRecharge: true })

  it('go by their own rule when beans are bought', () => {
    expect(checkoutVerdict(recharge, beans)).toEqual({ isApplicable: true })
    expect(checkoutVerdict(recharge, { ...beans, isFirstRecharge: false })).toEqual({
      isApplicable: false,
      rejection: { why: 'notFirstRecharge' },
    })
    expect(best([recharge], beans)).toBe(1)
  })

  it('go by the purchase rule everywhere else', () => {
    const phone = coupon({ couponType: CouponType.firstRechargeCoupon })
    expect(checkoutVerdict(phone, checkout({ isFirstRecharge: true }))).toEqual({
      isApplicable: false,
      rejection: { why: 'firstRechargeOnly' },
    })
  })

  it('stand beside the others when beans are bought', () => {
    const plain = coupon({ id: 2, businessType: BusinessType.cloudBeans, parValue: 600 })
    expect(ids([recharge, plain], beans)).toEqual([2, 1])
    expect(ids([recharge, plain], { ...beans, isFirstRecharge: false })).toEqual([2])
  })
})

it('the order of the wallet changes nothing', () => {
  const some = fc.record({
    parValue: fc.integer({ min: 0, max: 600 }),
    couponType: fc.constantFrom(2, 3),
    expiresAt: fc.constantFrom(null, NOW + 1, NOW + 2),
  })
  const wallets = fc.array(some, { maxLength: 12 }).chain((list) => {
    const wallet = list.map((changes, id) => coupon({ ...changes, id }))
    return fc.tuple(fc.constant(wallet), fc.shuffledSubarray(wallet, { minLength: wallet.length }))
  })
  fc.assert(
    fc.property(wallets, ([wallet, shuffled]) => {
      expect(ids(shuffled)).toEqual(ids(wallet))
      const most = Math.max(0, ...couponChoices(wallet, checkout(), NOW).usable.map((choice) => choice.discountCents))
      expect(couponChoices(shuffled, checkout(), NOW).usable[0]?.discountCents ?? 0).toBe(most)
    }),
  )
})
