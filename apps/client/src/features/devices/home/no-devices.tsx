import { VersionFilter } from '@yunji/contract/devices/device/enums'
import { pathOf } from '@yunji/contract/pages'
import { useHomeGroup } from '../../../shared/devices/home-group.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { plus } from '../../../shared/ui/icon/controls.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { code } from '../../../shared/ui/icon/icons.ts'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { homeView, useHomeView } from './home-view.ts'
import styles from './no-devices.module.css'

const create = (
  <Button size="medium" isNarrow icon={plus} to={pathOf('Home/create')}>
    创建云手机
  </Button>
)

function NoneFound() {
  return (
    <Empty illustration={noDevices} title="没有符合条件的设备" hint="换个名称、状态、标签或系统版本看看">
      <Button variant="outline" size="medium" isNarrow onTap={homeView.showEverything}>
        查看全部
      </Button>
    </Empty>
  )
}

function NoneInThisGroup() {
  return (
    <Empty illustration={noDevices} title="这个分组还没有设备" hint="从其他分组移入，或创建一台新的云手机">
      <Button variant="outline" size="medium" isNarrow to={pathOf('Group/pages/MoveGroup')}>
        移入设备
      </Button>
      {create}
    </Empty>
  )
}

function NoneAtAll() {
  return (
    <Empty illustration={noDevices} title="还没有云手机" hint="创建一台，一分钟后就能用">
      {create}
      <Button variant="outline" size="medium" isNarrow to={pathOf('landing/play-trial/index')}>
        免费试用
      </Button>
    </Empty>
  )
}

/** Empty states of the device list, each with its next step. */
export function NoDevices() {
  const isNarrowed = useHomeView(
    ({ version, name, state, tag }) => version !== VersionFilter.all || name || state || tag,
  )
  const isGroup = useHomeGroup(({ group }) => group !== null)
  return (
    <Box className={styles.place}>
      <Box className={styles.middle}>{isNarrowed ? <NoneFound /> : isGroup ? <NoneInThisGroup /> : <NoneAtAll />}</Box>
      <Card className={styles.code}>
        <Cell
          leading={<IconTile of={code} />}
          title="有激活码？"
          isTitleLarge
          sub="输入后设备立即进入当前分组"
          to={pathOf('user/activateDevice')}
        />
      </Card>
    </Box>
  )
}
