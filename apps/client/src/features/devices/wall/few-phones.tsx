import { pathOf } from '@yunji/contract/pages'
import { CHOOSER_PARAM } from '../../../shared/devices/device-choice.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'

/** Empty wall: fewer than two phones are chosen. */
export function FewPhones() {
  return (
    <Page route="Device/wall">
      <Empty illustration={noDevices} title="请选择 2 台以上的云手机" hint="操作其中一台，其他云手机会跟着做同样的动作">
        <Button size="medium" isNarrow to={`${pathOf('user/device')}?${CHOOSER_PARAM}=Device/wall`}>
          选择云手机
        </Button>
      </Empty>
    </Page>
  )
}
