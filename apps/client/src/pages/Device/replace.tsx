import { ReplacePage } from '../../features/devices/moves/replace-page.tsx'
import { NoDeviceChosen } from '../../shared/devices/no-device-chosen.tsx'
import { deviceIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceReplacePage() {
  const deviceId = deviceIdOf(usePageParams())
  if (!deviceId) return <NoDeviceChosen route="Device/replace" />
  return <ReplacePage deviceId={deviceId} />
}
