import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function DeviceSelectChangeZonePage() {
  return <UnderConstructionPage route="Device/selectChangeZone" />
}
