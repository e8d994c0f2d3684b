import { CouponUsagePage } from '../../features/coupons/usage-page.tsx'

export default function UserCouponUsePage() {
  return <CouponUsagePage />
}
