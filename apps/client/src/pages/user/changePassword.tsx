import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserChangePasswordPage() {
  return <UnderConstructionPage route="user/changePassword" />
}
