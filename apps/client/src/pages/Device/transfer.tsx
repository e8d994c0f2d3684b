import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function DeviceTransferPage() {
  return <UnderConstructionPage route="Device/transfer" />
}
