import { BusinessType } from '../order/enums.ts'
import type { CouponTerms } from './coupon.ts'
import { CouponType } from './enums.ts'
import { APPLICABLE, businessUnfit, type CouponVerdict, notApplicable, readUsable } from './verdict.ts'

/**
 * The first-recharge coupon's own rule: it takes its value off the first bean recharge that is paid for, whatever pack
 * is chosen. In any other purchase it never passes.
 */
export const firstRechargeVerdict = (coupon: CouponTerms, isFirstRecharge: boolean): CouponVerdict => {
  if (coupon.couponType !== CouponType.firstRechargeCoupon) {
    return notApplicable({ why: 'outOfScope' })
  }
  const unfit = businessUnfit(coupon, BusinessType.cloudBeans)
  if (unfit) return notApplicable(unfit)
  if (!isFirstRecharge) return notApplicable({ why: 'notFirstRecharge' })
  return readUsable(coupon.usable) === false ? notApplicable({ why: 'refused' }) : APPLICABLE
}
