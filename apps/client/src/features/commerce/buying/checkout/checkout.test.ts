import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { describe, expect, it } from 'vitest'
import type { UsableCoupon } from '../../../../shared/commerce/order-coupons.ts'
import type { Offer } from '../offer.ts'
import { changeText, checkoutOf } from './checkout.ts'

const price = {
  id: 5,
  goodPrice: 2990,
  oldGoodPrice: 4990,
  firstCount: 0,
  activityId: null,
  firstPurchase: true,
} as GoodsPrice
const offer = { price, zone: { zoneId: 2 }, imageType: 1, quantity: 1 } as Offer
const fiveOff = {
  coupon: { id: 9, couponType: CouponType.noThresholdRoll, parValue: 500 },
  discountCents: 500,
} as UsableCoupon

describe('a checkout', () => {
  it('sends what it shows', () => {
    expect(checkoutOf(offer, fiveOff, 4)).toMatchObject({
      lines: [
        { label: '商品金额', amountCents: 4990 },
        { label: '首购优惠', amountCents: -2000 },
        { label: '优惠券', amountCents: -500 },
      ],
      savedCents: 2500,
      input: {
        items: [{ id: 5, quantity: 1, goodPrice: 2990 }],
        zoneId: 2,
        imageType: 1,
        groupId: 4,
        couponId: 9,
        totalCents: 2490,
      },
    })
  })

  it('of two has no first price', () => {
    expect(checkoutOf({ ...offer, quantity: 2 }, undefined, undefined)).toMatchObject({
      savedCents: 0,
      input: { items: [{ goodPrice: 4990, quantity: 2 }], totalCents: 9980 },
    })
  })

  it('without a zone that has stock sends nothing', () => {
    expect(checkoutOf({ ...offer, zone: undefined }, undefined, undefined)?.input).toBeUndefined()
  })
})

it('says by how much a price has changed, either way', () => {
  expect(changeText(2990, 4990)).toBe('应付由 ¥29.90 变为 ¥49.90，贵了 ¥20.00')
  expect(changeText(4990, 2990)).toBe('应付由 ¥49.90 变为 ¥29.90，便宜了 ¥20.00')
})
