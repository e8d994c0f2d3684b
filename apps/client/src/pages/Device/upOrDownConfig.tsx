import { ConfigPage } from '../../features/change/change-page.tsx'
import { deviceIdOf, goodIdOf } from '../../shared/navigation/device-param.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function DeviceUpOrDownConfigPage() {
  const params = usePageParams()
  return <ConfigPage deviceId={deviceIdOf(params)} goodId={goodIdOf(params)} />
}
