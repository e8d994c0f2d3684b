import { askedDevices } from '../../features/renewal/choice.ts'
import { RenewPage } from '../../features/renewal/renew-page.tsx'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function RenewIndexPage() {
  return <RenewPage asked={askedDevices(usePageParams())} />
}
