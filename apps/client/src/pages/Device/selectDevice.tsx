import { ModelPage } from '../../features/commerce/change/model-page.tsx'
import { deviceIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceSelectDevicePage() {
  return <ModelPage deviceId={deviceIdOf(usePageParams())} />
}
