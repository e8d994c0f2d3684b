export const CouponStatus = { efficient: 1, used: 2, expired: 3, invalid: 4 } as const
export type CouponStatus = (typeof CouponStatus)[keyof typeof CouponStatus]

/** Kind of discount. */
export const CouponType = {
  fullVolumeReduction: 1,
  noThresholdRoll: 2,
  discountCoupon: 3,
  firstRechargeCoupon: 4,
} as const
export type CouponType = (typeof CouponType)[keyof typeof CouponType]

/** Lists that the specification numbers among the coupon types: they are views of a wallet, never a coupon's own type. */
export const CouponView = { newArrival: -1, expiringSoon: -2, used: -3, expired: -4 } as const
export type CouponView = (typeof CouponView)[keyof typeof CouponView]

/** Which goods a coupon is for. */
export const CouponScope = {
  fullBusiness: 1,
  productModel: 2,
  cloudVersion: 3,
  billableTimeProducts: 4,
  productDuration: 5,
  discountRatio: 6,
} as const
export type CouponScope = (typeof CouponScope)[keyof typeof CouponScope]

/** On which terms of a purchase a coupon takes effect. */
export const EffectiveScope = { always: 1, regular: 2, activity: 3, firstPurchase: 4 } as const
export type EffectiveScope = (typeof EffectiveScope)[keyof typeof EffectiveScope]

export const couponStatusLabels: Readonly<Record<CouponStatus, string>> = {
  [CouponStatus.efficient]: '可使用',
  [CouponStatus.used]: '已使用',
  [CouponStatus.expired]: '已过期',
  [CouponStatus.invalid]: '已失效',
}

export const couponTypeLabels: Readonly<Record<CouponType, string>> = {
  [CouponType.fullVolumeReduction]: '满减券',
  [CouponType.noThresholdRoll]: '无门槛券',
  [CouponType.discountCoupon]: '折扣券',
  [CouponType.firstRechargeCoupon]: '首充券',
}

export const couponViewLabels: Readonly<Record<CouponView, string>> = {
  [CouponView.newArrival]: '新到',
  [CouponView.expiringSoon]: '即将过期',
  [CouponView.used]: '已使用',
  [CouponView.expired]: '已过期',
}

export const couponScopeLabels: Readonly<Record<CouponScope, string>> = {
  [CouponScope.fullBusiness]: '全部商品可用',
  [CouponScope.productModel]: '限指定型号',
  [CouponScope.cloudVersion]: '限指定配置',
  [CouponScope.billableTimeProducts]: '限指定商品',
  [CouponScope.productDuration]: '限指定时长',
  [CouponScope.discountRatio]: '限指定折扣的商品',
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A coupon is new for this long after it was received. */
export const COUPON_NEW_ARRIVAL_MS = 3 * DAY_MS

/** With this long to go, or less, a coupon is expiring soon. */
export const COUPON_EXPIRING_SOON_MS = 3 * DAY_MS

/** Extension of a coupon that expired through our fault. */
export const COUPON_RETURN_GRACE_MS = 3 * DAY_MS
