import { MyAccount } from '../../features/accounts/account/my-account.tsx'
import { ProfileHeader } from '../../features/accounts/account/profile.tsx'
import { Page } from '../../shared/ui/page/page.tsx'

export default function HomeUserPage() {
  return (
    <Page route="Home/user" header={<ProfileHeader />}>
      <MyAccount />
    </Page>
  )
}
