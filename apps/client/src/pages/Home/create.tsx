import { create } from '../../shared/ui/icons.ts'
import { Page } from '../../shared/ui/page.tsx'
import { StatusView } from '../../shared/ui/status-view.tsx'
import { TabHeader } from '../../shared/ui/tab-header.tsx'

export default function HomeCreatePage() {
  return (
    <Page route="Home/create" header={<TabHeader route="Home/create" />}>
      <StatusView icon={create} title="创建云手机正在建设中" hint="开放后，可在这里选择型号、区域和时长" />
    </Page>
  )
}
