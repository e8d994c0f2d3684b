import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function DeviceChangeZonePage() {
  return <UnderConstructionPage route="Device/changeZone" />
}
