import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceChangeZonePage() {
  return <UnderConstructionPage route="Device/changeZone" />
}
