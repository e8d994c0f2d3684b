import { ChangePassword } from '../../features/accounts/security/change-password.tsx'
import { goBackFrom } from '../../shared/platform/router/router.ts'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserChangePasswordPage() {
  return (
    <Page route="user/changePassword" isWhite>
      <ChangePassword onChanged={() => void goBackFrom('user/changePassword')} />
    </Page>
  )
}
