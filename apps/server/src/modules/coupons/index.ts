export { type CouponRow, chooseCoupon, giveCouponBack, lockCoupon, useCoupon } from './wallet.ts'
