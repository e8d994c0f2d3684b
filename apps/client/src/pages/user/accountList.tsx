import { AccountList } from '../../features/login/account-list.tsx'
import { Page } from '../../shared/ui/page.tsx'

export default function UserAccountListPage() {
  return (
    <Page route="user/accountList">
      <AccountList />
    </Page>
  )
}
