import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceReplacePage() {
  return <UnderConstructionPage route="Device/replace" />
}
