import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { expect, test } from 'vitest'
import { ticketDisplayOf } from './ticket-display.ts'

const coupon = { couponType: CouponType.fullVolumeReduction, parValue: 2000, conditionsUse: 10_000 } as const

test.each([
  [coupon.couponType, 2000, { variant: 'cut', amount: '20', unit: '¥', condition: '满 100 可用' }],
  [CouponType.noThresholdRoll, 550, { variant: 'free', amount: '5.5', unit: '¥', condition: '无门槛' }],
  [CouponType.discountCoupon, 85, { variant: 'off', amount: '8.5', unit: '折', condition: '折扣券' }],
  [CouponType.firstRechargeCoupon, 1000, { variant: 'first', amount: '10', unit: '¥', condition: '首次充值' }],
  [99, 800, { variant: 'dead', amount: '8', unit: '¥', condition: '' }],
])('type %i', (couponType, parValue, display) => {
  expect(ticketDisplayOf({ ...coupon, couponType, parValue })).toEqual(display)
})

test('one that cannot be used any more loses its colour only', () => {
  expect(ticketDisplayOf(coupon, true)).toEqual({ ...ticketDisplayOf(coupon), variant: 'dead' })
})
