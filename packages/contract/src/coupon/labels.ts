import { CouponScope, CouponStatus, CouponType, CouponView } from './enums.ts'

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
