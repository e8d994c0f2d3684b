export const CouponStatus = { efficient: 1, used: 2, expired: 3, invalid: 4 } as const
export type CouponStatus = (typeof CouponStatus)[keyof typeof CouponStatus]

/** What a coupon takes off. */
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
