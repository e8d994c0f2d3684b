import { UnderConstructionPage } from '../../shared/ui/page/under-construction-page.tsx'

export default function UserDevicePage() {
  return <UnderConstructionPage route="user/device" />
}
