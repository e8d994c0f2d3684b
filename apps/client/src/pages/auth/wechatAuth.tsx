import { LoginHeader } from '../../features/login/login-header.tsx'
import { WechatAuth } from '../../features/login/wechat-auth'
import { Page } from '../../shared/ui/page.tsx'

export default function WechatAuthPage() {
  return (
    <Page route="auth/wechatAuth" header={<LoginHeader />} isWhite>
      <WechatAuth />
    </Page>
  )
}
