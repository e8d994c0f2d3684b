import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceSelectDevicePage() {
  return <UnderConstructionPage route="Device/selectDevice" />
}
