import { AccountList } from '../../features/accounts/login/saved-accounts/account-list.tsx'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserAccountListPage() {
  return (
    <Page route="user/accountList">
      <AccountList />
    </Page>
  )
}
