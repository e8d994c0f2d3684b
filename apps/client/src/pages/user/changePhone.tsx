import { ChangePhone } from '../../features/security/change-phone.tsx'
import { goBackFrom } from '../../shared/platform/router.ts'
import { Page } from '../../shared/ui/page.tsx'

export default function UserChangePhonePage() {
  return (
    <Page route="user/changePhone" isWhite>
      <ChangePhone onChanged={() => void goBackFrom('user/changePhone')} />
    </Page>
  )
}
