import { MAX_DEVICES_PER_COMMAND } from '@yunji/contract/devices/device/rules'
import { MAX_WALL_PHONES } from '@yunji/contract/devices/device/stream'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import {
  CHOOSER_PARAM,
  type Chooser,
  chooserOf,
  deviceIdsOf,
  finishDeviceChoice,
} from '../../../shared/devices/device-choice.ts'
import { DevicePicker } from '../../../shared/devices/device-picker.tsx'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'

const ROUTE = 'user/device'

const maximumOf = (route: Chooser): number => {
  if (route === 'Space/DataCenter') return 1
  return route === 'Device/wall' ? MAX_WALL_PHONES : MAX_DEVICES_PER_COMMAND
}

interface ChoosePageProps {
  readonly params: PageParams
}

/** Devices for the page that asked for them. */
export function ChoosePage({ params }: ChoosePageProps) {
  const route = chooserOf(params[CHOOSER_PARAM])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(deviceIdsOf(params)))
  if (!route) {
    return (
      <Page route={ROUTE}>
        <Empty illustration={noDevices} title="没有要选择的设备" hint="转移、授权和分组会从各自的页面打开这里">
          <Button size="medium" isNarrow to={pathOf('Home/index')}>
            查看我的设备
          </Button>
        </Empty>
      </Page>
    )
  }
  return (
    <Page
      route={ROUTE}
      footer={
        <BottomBar summary={<Box live="polite">{`已选 ${formatCount(chosen.size)} 台`}</Box>}>
          <Button isDisabled={chosen.size === 0} onTap={() => finishDeviceChoice(route, [...chosen])}>
            确定
          </Button>
        </BottomBar>
      }
    >
      <DevicePicker hasGroups title="我的设备" chosen={chosen} maximum={maximumOf(route)} onChange={setChosen} />
    </Page>
  )
}
