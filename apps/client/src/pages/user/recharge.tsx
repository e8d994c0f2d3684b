import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserRechargePage() {
  return <UnderConstructionPage route="user/recharge" />
}
