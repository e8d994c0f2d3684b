import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceVideoChangeOpTypePage() {
  return <UnderConstructionPage route="Device/videoChangeOpType" />
}
