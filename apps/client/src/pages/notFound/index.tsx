import { pathOf } from '@yunji/contract/pages'
import { NOT_FOUND_ROUTE } from '../../shared/navigation/page-title.ts'
import { HOME_ROUTE } from '../../shared/navigation/tabs.ts'
import { Button } from '../../shared/ui/button/button.tsx'
import { alert } from '../../shared/ui/icon/icons.ts'
import { Page } from '../../shared/ui/page/page.tsx'
import { StatusView } from '../../shared/ui/status/status-view.tsx'

export default function NotFoundPage() {
  return (
    <Page route={NOT_FOUND_ROUTE}>
      <StatusView
        icon={alert}
        title="没有找到这个页面"
        hint="链接可能已经失效，或者地址输入有误"
        actions={
          <Button size="medium" isNarrow to={pathOf(HOME_ROUTE)}>
            回到首页
          </Button>
        }
      />
    </Page>
  )
}
