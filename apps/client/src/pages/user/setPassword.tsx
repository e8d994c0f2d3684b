import { SetPassword } from '../../features/accounts/security/set-password.tsx'
import { goBackFrom } from '../../shared/platform/router/router.ts'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserSetPasswordPage() {
  return (
    <Page route="user/setPassword" isWhite>
      <SetPassword onSet={() => void goBackFrom('user/setPassword')} />
    </Page>
  )
}
