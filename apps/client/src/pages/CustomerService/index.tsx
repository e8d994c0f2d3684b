import { ServicePage } from '../../features/service/service-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function CustomerServicePage() {
  return <ServicePage params={usePageParams()} />
}
