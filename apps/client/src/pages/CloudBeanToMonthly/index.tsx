import { MonthlyPage } from '../../features/change/monthly-page.tsx'
import { deviceIdOf } from '../../shared/navigation/device-param.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function CloudBeanToMonthlyIndexPage() {
  return <MonthlyPage deviceId={deviceIdOf(usePageParams())} />
}
