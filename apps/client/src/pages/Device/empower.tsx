import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function DeviceEmpowerPage() {
  return <UnderConstructionPage route="Device/empower" />
}
