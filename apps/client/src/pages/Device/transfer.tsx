import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceTransferPage() {
  return <UnderConstructionPage route="Device/transfer" />
}
