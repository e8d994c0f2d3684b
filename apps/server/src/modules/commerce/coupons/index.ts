export { chooseCoupon, returnCoupon } from './apply-coupon.ts'
export { claimFromTemplate, describeTemplates } from './claim-coupon.ts'
export { endIssuesJob, issueCouponsJob, sumTalliesJob } from './coupon-issues.ts'
export { issueWelcomeCoupons } from './issue-coupons.ts'
export { listCheckoutCoupons } from './list-checkout-coupons.ts'
export { couponRoutes } from './routes.ts'
export {
  type CouponRow,
  countUsableCoupons,
  findCouponType,
  invalidateCoupons,
  markCouponUsed,
  reserveCoupon,
} from './store.ts'
export { withdrawCouponsJob } from './withdraw-template.ts'
