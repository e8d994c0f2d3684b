import { UnderConstructionPage } from '../../features/under-construction/under-construction-page.tsx'

export default function AuthWechatAuthPage() {
  return <UnderConstructionPage route="auth/wechatAuth" />
}
