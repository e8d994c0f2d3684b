import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserDevicePage() {
  return <UnderConstructionPage route="user/device" />
}
