import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserOrderDetailsPage() {
  return <UnderConstructionPage route="user/orderDetails" />
}
