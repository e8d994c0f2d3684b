import { ChoosePage } from '../../features/devices/choose/choose-page.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserDevicePage() {
  return <ChoosePage params={usePageParams()} />
}
