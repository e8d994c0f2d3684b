import { MyAccount } from '../../features/account/my-account.tsx'
import { ProfileHeader } from '../../features/account/profile.tsx'
import { Page } from '../../shared/ui/page.tsx'

export default function HomeUserPage() {
  return (
    <Page route="Home/user" header={<ProfileHeader />}>
      <MyAccount />
    </Page>
  )
}
