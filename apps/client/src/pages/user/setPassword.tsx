import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserSetPasswordPage() {
  return <UnderConstructionPage route="user/setPassword" />
}
