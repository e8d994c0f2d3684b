import { ChangePhone } from '../../features/accounts/security/change-phone.tsx'
import { goBackFrom } from '../../shared/platform/router/router.ts'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserChangePhonePage() {
  return (
    <Page route="user/changePhone" isWhite>
      <ChangePhone onChanged={() => void goBackFrom('user/changePhone')} />
    </Page>
  )
}
