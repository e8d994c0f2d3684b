import { LoginHeader } from '../../features/accounts/login/form/login-header.tsx'
import { WechatAuth } from '../../features/accounts/login/wechat/wechat-auth'
import { Page } from '../../shared/ui/page/page.tsx'

export default function WechatAuthPage() {
  return (
    <Page route="auth/wechatAuth" header={<LoginHeader />} isWhite>
      <WechatAuth />
    </Page>
  )
}
