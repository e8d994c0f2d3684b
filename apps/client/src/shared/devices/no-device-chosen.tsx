import { type PageRoute, pathOf } from '@yunji/contract/pages'
import { Button } from '../ui/button/button.tsx'
import { Page } from '../ui/page/page.tsx'
import { Empty } from '../ui/status/empty.tsx'
import { noDevices } from '../ui/status/illustrations.ts'

/** A page about one device that was opened without it. */
export function NoDeviceChosen({ route }: { readonly route: PageRoute }) {
  return (
    <Page route={route}>
      <Empty illustration={noDevices} title="没有选择云手机" hint="请从首页的设备菜单里选择要变更的云手机">
        <Button variant="outline" size="medium" isNarrow to={pathOf('Home/index')}>
          返回云手机
        </Button>
      </Empty>
    </Page>
  )
}
