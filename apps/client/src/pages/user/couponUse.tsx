import { CouponUsagePage } from '../../features/commerce/coupons/usage-page.tsx'

export default function UserCouponUsePage() {
  return <CouponUsagePage />
}
