import { SelectZonePage } from '../../features/devices/moves/zone-page.tsx'
import { deviceIdOf, zoneIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceSelectChangeZonePage() {
  const params = usePageParams()
  return <SelectZonePage deviceId={deviceIdOf(params)} zoneId={zoneIdOf(params)} />
}
