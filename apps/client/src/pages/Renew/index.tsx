import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function RenewPage() {
  return <UnderConstructionPage route="Renew/index" />
}
