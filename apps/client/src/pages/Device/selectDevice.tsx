import { ModelPage } from '../../features/change/model-page.tsx'
import { deviceIdOf } from '../../shared/navigation/device-param.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function DeviceSelectDevicePage() {
  return <ModelPage deviceId={deviceIdOf(usePageParams())} />
}
