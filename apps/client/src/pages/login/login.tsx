import { safeReturnPath } from '@yunji/contract/pages'
import { ACCOUNT_PARAM, knownPhone } from '../../features/accounts/login/form/known-phone.ts'
import { LoginForm } from '../../features/accounts/login/form/login-form.tsx'
import { LoginHeader } from '../../features/accounts/login/form/login-header.tsx'
import { RETURN_PARAM } from '../../shared/navigation/login-redirect.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'
import { Page } from '../../shared/ui/page/page.tsx'

export default function LoginPage() {
  const params = usePageParams()
  const returnPath = safeReturnPath(params[RETURN_PARAM])
  return (
    <Page route="login/login" header={<LoginHeader />} isWhite>
      <LoginForm phone={knownPhone(params[ACCOUNT_PARAM])} returnPath={returnPath} />
    </Page>
  )
}
