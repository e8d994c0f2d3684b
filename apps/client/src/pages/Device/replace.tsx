import { ReplacePage } from '../../features/devices/moves/replace-page.tsx'
import { deviceIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceReplacePage() {
  return <ReplacePage deviceId={deviceIdOf(usePageParams())} />
}
