import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function DeviceReplacePage() {
  return <UnderConstructionPage route="Device/replace" />
}
