import { UpdatePage } from '../../features/devices/moves/update-page.tsx'
import { NoDeviceChosen } from '../../shared/devices/no-device-chosen.tsx'
import { deviceIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceUpgradeDevicePage() {
  const deviceId = deviceIdOf(usePageParams())
  if (!deviceId) return <NoDeviceChosen route="Device/upgradeDevice" />
  return <UpdatePage deviceId={deviceId} />
}
