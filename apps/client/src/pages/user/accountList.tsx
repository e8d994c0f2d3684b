import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function UserAccountListPage() {
  return <UnderConstructionPage route="user/accountList" />
}
