import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserCouponUsePage() {
  return <UnderConstructionPage route="user/couponUse" />
}
