import type { GoodsTerms } from '../commerce/commodity/terms.ts'
import type { WalletCoupon } from '../commerce/coupon/choice.ts'
import { CouponScope, CouponStatus, CouponType } from '../commerce/coupon/enums.ts'
import { BusinessType } from '../commerce/order/enums.ts'

/** A monthly phone at half its old price, bought before, without an activity. */
export const goods = (changes: Partial<GoodsTerms> = {}): GoodsTerms => ({
  goodId: 11,
  configId: 22,
  id: 33,
  goodTime: 720,
  goodPrice: 5000,
  oldGoodPrice: 10_000,
  firstCount: 1,
  activityId: null,
  firstPurchase: false,
  ...changes,
})

/** Good for every cloud phone, five yuan off, without an end. */
export const coupon = (changes: Partial<WalletCoupon> = {}): WalletCoupon => ({
  id: 1,
  couponType: CouponType.noThresholdRoll,
  parValue: 500,
  conditionsUse: 0,
  businessType: BusinessType.cloudMachine,
  scopeApplication: CouponScope.fullBusiness,
  status: CouponStatus.efficient,
  lockedByOrderId: null,
  receivedAt: 0,
  expiresAt: null,
  ...changes,
})
