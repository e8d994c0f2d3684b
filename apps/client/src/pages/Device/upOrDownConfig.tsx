import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceUpOrDownConfigPage() {
  return <UnderConstructionPage route="Device/upOrDownConfig" />
}
