import { CouponStatus } from '@yunji/contract/commerce/coupon/enums'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { describe, expect, it, test } from 'vitest'
import { couponStatusOf, markOf, wayToUse, whenOf } from './coupon-text.ts'
import { sampleCoupon } from './sample-coupon.ts'

test.each([
  ['2', CouponStatus.used],
  ['4', CouponStatus.invalid],
  ['9', CouponStatus.efficient],
  [undefined, CouponStatus.efficient],
])('a query of %s', (text, status) => {
  expect(couponStatusOf(text)).toBe(status)
})

describe('a coupon', () => {
  it('leads to where it is used', () => {
    const wayOf = (businessType: BusinessType) => wayToUse({ ...sampleCoupon, businessType }).to
    expect(wayOf(BusinessType.cloudMachine)).toBe('/pages/Home/create')
    expect(wayOf(BusinessType.cloudBeans)).toBe('/pages/user/recharge')
    expect(wayOf(BusinessType.activationCodeMall)).toBe('/pages/user/activateDevice')
  })

  it('that an order holds leads to that order, and says so', () => {
    const held = { ...sampleCoupon, isLocked: true, isNewArrival: true, orderId: 7 }
    expect(wayToUse(held)).toEqual({ to: '/pages/pay/pay?orderId=7', text: '去支付' })
    expect(markOf(held)?.text).toBe('待支付占用')
  })

  it.each([
    [{}, undefined],
    [{ isNewArrival: true }, '新到'],
    [{ isNewArrival: true, isExpiringSoon: true }, '即将过期'],
    [{ status: CouponStatus.invalid, isNewArrival: true }, '已失效'],
  ])('with %o is marked %s', (more, text) => {
    expect(markOf({ ...sampleCoupon, ...more })?.text).toBe(text)
  })

  it('says until when, or since when', () => {
    expect(whenOf(sampleCoupon)).toMatch(/^2026-12-3\d 到期$/)
    expect(whenOf({ ...sampleCoupon, expiresAt: null })).toBe('长期有效')
    expect(whenOf({ ...sampleCoupon, status: CouponStatus.expired })).toMatch(/已过期$/)
    expect(whenOf({ ...sampleCoupon, status: CouponStatus.used, usedAt: Date.UTC(2026, 10, 5) })).toMatch(
      /^2026-11-0\d 已使用$/,
    )
  })
})
