import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceSelectChangeZonePage() {
  return <UnderConstructionPage route="Device/selectChangeZone" />
}
