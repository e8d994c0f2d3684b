import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserLogOutPage() {
  return <UnderConstructionPage route="user/logOut" />
}
