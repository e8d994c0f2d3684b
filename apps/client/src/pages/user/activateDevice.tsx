import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserActivateDevicePage() {
  return <UnderConstructionPage route="user/activateDevice" />
}
