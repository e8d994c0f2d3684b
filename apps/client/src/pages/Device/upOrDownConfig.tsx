import { ConfigPage } from '../../features/commerce/change/change-page.tsx'
import { deviceIdOf, goodIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceUpOrDownConfigPage() {
  const params = usePageParams()
  return <ConfigPage deviceId={deviceIdOf(params)} goodId={goodIdOf(params)} />
}
