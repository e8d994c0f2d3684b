import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function CloudBeanToMonthlyPage() {
  return <UnderConstructionPage route="CloudBeanToMonthly/index" />
}
