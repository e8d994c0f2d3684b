import { exact, shareDown } from '../money/exact.ts'
import type { CouponTerms } from './coupon.ts'
import { CouponType } from './enums.ts'

const WHOLE_PERCENT = 100
/** A discount never makes an order free. */
const LEAST_DUE_CENTS = 1

/** What is left to pay under a discount coupon: its percentage, rounded down to the cent. Over 100 it takes nothing off. */
const discountedCents = (totalCents: number, percent: number): number =>
  Math.max(LEAST_DUE_CENTS, shareDown(totalCents, Math.min(percent, WHOLE_PERCENT), WHOLE_PERCENT))

/** What an applicable coupon takes off a sum, once. At least one cent stays due; the rest of its value is not paid out. */
export const couponDiscountCents = (
  coupon: Pick<CouponTerms, 'couponType' | 'parValue'>,
  totalCents: number,
): number => {
  const value = exact(coupon.parValue)
  if (exact(totalCents) === 0) return 0
  switch (coupon.couponType) {
    case CouponType.discountCoupon:
      return totalCents - discountedCents(totalCents, value)
    case CouponType.fullVolumeReduction:
    case CouponType.noThresholdRoll:
    case CouponType.firstRechargeCoupon:
      return Math.min(value, totalCents - LEAST_DUE_CENTS)
    default:
      return 0
  }
}
