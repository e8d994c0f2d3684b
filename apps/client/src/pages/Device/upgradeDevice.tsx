import { UpdatePage } from '../../features/devices/moves/update-page.tsx'
import { deviceIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceUpgradeDevicePage() {
  return <UpdatePage deviceId={deviceIdOf(usePageParams())} />
}
