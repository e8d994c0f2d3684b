import { linkedDeviceIds } from '../../features/commerce/renewal/choice.ts'
import { RenewPage } from '../../features/commerce/renewal/renew-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function RenewIndexPage() {
  return <RenewPage linkedIds={linkedDeviceIds(usePageParams())} />
}
