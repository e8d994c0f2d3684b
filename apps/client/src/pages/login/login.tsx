import { safeReturnPath } from '@yunji/contract/navigation/return-path'
import { finishLogin } from '../../features/login/leave-login.ts'
import { LoginForm } from '../../features/login/login-form.tsx'
import { LoginHeader, LoginWelcome } from '../../features/login/login-header.tsx'
import { RETURN_PARAM } from '../../shared/navigation/login-redirect.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'
import { Page } from '../../shared/ui/page.tsx'

export default function LoginPage() {
  const returnPath = safeReturnPath(usePageParams()[RETURN_PARAM])
  return (
    <Page route="login/login" header={<LoginHeader />} isWhite>
      <LoginWelcome>
        <LoginForm onLoggedIn={() => void finishLogin(returnPath)} />
      </LoginWelcome>
    </Page>
  )
}
