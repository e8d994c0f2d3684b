import { CouponStatus, CouponType } from '@yunji/contract/commerce/coupon/enums'
import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { BusinessType } from '@yunji/contract/commerce/order/enums'

/** A coupon for tests. */
export const sampleCoupon: Coupon = {
  id: 1,
  name: '周年满减券',
  couponType: CouponType.fullVolumeReduction,
  parValue: 2000,
  conditionsUse: 10_000,
  businessType: BusinessType.cloudMachine,
  scopeApplications: null,
  rules: [],
  scopeApplication: 1,
  applicableObjects: null,
  effectiveScope: null,
  usable: null,
  status: CouponStatus.efficient,
  isLocked: false,
  isNewArrival: false,
  isExpiringSoon: false,
  receivedAt: Date.UTC(2026, 10, 1),
  expiresAt: Date.UTC(2026, 11, 30, 16),
  usedAt: null,
  orderId: null,
  scopeText: '云手机通用',
  ruleTexts: ['满 100 元可用', '云手机通用'],
}
