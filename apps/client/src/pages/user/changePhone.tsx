import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserChangePhonePage() {
  return <UnderConstructionPage route="user/changePhone" />
}
