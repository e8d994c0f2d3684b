import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserOrdersPage() {
  return <UnderConstructionPage route="user/orders" />
}
