import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserCouponPage() {
  return <UnderConstructionPage route="user/coupon" />
}
