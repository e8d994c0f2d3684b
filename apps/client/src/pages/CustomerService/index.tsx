import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function CustomerServicePage() {
  return <UnderConstructionPage route="CustomerService/index" />
}
