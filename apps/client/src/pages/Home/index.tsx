import { BrandHeader } from '../../features/home/brand-header.tsx'
import { Welcome } from '../../features/home/welcome.tsx'
import { useIsLoggedIn } from '../../shared/session/session.ts'
import { phone } from '../../shared/ui/icons.ts'
import { Page } from '../../shared/ui/page.tsx'
import { StatusView } from '../../shared/ui/status-view.tsx'

export default function HomePage() {
  const isLoggedIn = useIsLoggedIn()
  return (
    <Page route="Home/index" header={<BrandHeader />}>
      {isLoggedIn ? (
        <StatusView icon={phone} title="设备列表正在建设中" hint="开放后，你的云手机会显示在这里" />
      ) : (
        <Welcome />
      )}
    </Page>
  )
}
