import { MonthlyPage } from '../../features/commerce/change/monthly-page.tsx'
import { deviceIdOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function CloudBeanToMonthlyIndexPage() {
  return <MonthlyPage deviceId={deviceIdOf(usePageParams())} />
}
