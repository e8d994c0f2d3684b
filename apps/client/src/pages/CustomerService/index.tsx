import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function CustomerServicePage() {
  return <UnderConstructionPage route="CustomerService/index" />
}
