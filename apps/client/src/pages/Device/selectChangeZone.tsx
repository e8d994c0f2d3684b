import { SelectZonePage } from '../../features/devices/moves/zone-page.tsx'
import { NoDeviceChosen } from '../../shared/devices/no-device-chosen.tsx'
import { deviceIdOf, zoneIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceSelectChangeZonePage() {
  const params = usePageParams()
  const deviceId = deviceIdOf(params)
  if (!deviceId) return <NoDeviceChosen route="Device/selectChangeZone" />
  return <SelectZonePage deviceId={deviceId} zoneId={zoneIdOf(params)} />
}
