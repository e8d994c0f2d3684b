import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function PayPayPage() {
  return <UnderConstructionPage route="pay/pay" />
}
