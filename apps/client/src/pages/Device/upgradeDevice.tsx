import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function DeviceUpgradeDevicePage() {
  return <UnderConstructionPage route="Device/upgradeDevice" />
}
