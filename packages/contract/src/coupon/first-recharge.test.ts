import { expect, it } from 'vitest'
import { BusinessType } from '../order/enums.ts'
import { CouponType } from './enums.ts'
import { firstRechargeVerdict } from './first-recharge.ts'
import { coupon } from './testing/purchases.ts'

const terms = { couponType: CouponType.firstRechargeCoupon, businessType: BusinessType.cloudBeans }
const whyNot = (changes: object, isFirstRecharge = true) => {
  const verdict = firstRechargeVerdict(coupon({ ...terms, ...changes }), isFirstRecharge)
  return verdict.isApplicable ? undefined : verdict.unfit
}

it('applies to the first paid bean recharge', () => {
  expect(whyNot({})).toBeUndefined()
  expect(whyNot({ usable: true })).toBeUndefined()
})

it('asks for no threshold, scope or effect', () => {
  expect(whyNot({ conditionsUse: 99_999, scopeApplication: 2, effectiveScope: '3' })).toBeUndefined()
})

it('does not apply to a later one', () => {
  expect(whyNot({}, false)).toEqual({ why: 'notFirstRecharge' })
  expect(whyNot({ usable: true }, false)).toEqual({ why: 'notFirstRecharge' })
})

it('does not apply when the server says so', () => {
  expect(whyNot({ usable: 'false' })).toEqual({ why: 'refused' })
})

it('is for beans alone', () => {
  expect(whyNot({ businessType: BusinessType.cloudSpace })).toEqual({ why: 'otherBusiness' })
  expect(whyNot({ businessType: 9 })).toEqual({ why: 'unknownBusiness', value: 9 })
})

it('is no rule for other coupons', () => {
  expect(whyNot({ couponType: CouponType.noThresholdRoll })).toEqual({ why: 'outOfScope' })
})
