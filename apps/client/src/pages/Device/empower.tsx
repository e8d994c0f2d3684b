import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceEmpowerPage() {
  return <UnderConstructionPage route="Device/empower" />
}
