import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function DeviceUpgradeDevicePage() {
  return <UnderConstructionPage route="Device/upgradeDevice" />
}
