import { SchedulesPage } from '../../features/devices/schedules/schedules-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function DeviceSchedulesPage() {
  return <SchedulesPage params={usePageParams()} />
}
