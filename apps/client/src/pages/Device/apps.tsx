import { AppsPage } from '../../features/devices/apps/apps-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceAppsPage() {
  return <AppsPage params={usePageParams()} />
}
