import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { useWrite } from '../../../shared/api/use-write.ts'
import { useChosenDevices } from '../../../shared/devices/device-choice.ts'
import { DevicePicker } from '../../../shared/devices/device-picker.tsx'
import { showToast } from '../../../shared/feedback/toast.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { goBackFrom } from '../../../shared/platform/router/router.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import styles from './groups.module.css'
import { moveToGroup, useGroups } from './groups.ts'

const ROUTE = 'Group/pages/MoveGroup'

interface MoveGroupPageProps {
  readonly params: PageParams
}

/** Devices into another group, as many as wanted. */
export function MoveGroupPage({ params }: MoveGroupPageProps) {
  const { ids, setIds } = useChosenDevices(ROUTE, params)
  const groups = useGroups().data?.records
  const [touchedId, setTouchedId] = useState<number>()
  const wantedId = touchedId ?? Number(params.groupId)
  const target = groups?.find(({ groupId }) => groupId === wantedId) ?? groups?.find(({ isDefault }) => !isDefault)
  const { isBusy, run } = useWrite(async () => {
    if (!target) return
    await moveToGroup(target.groupId, ids)
    showToast(`已移到「${target.name}」`, 'success')
    await goBackFrom(ROUTE)
  })
  if (groups && groups.length < 2) {
    return (
      <Page route={ROUTE}>
        <Empty illustration={noDevices} title="还没有可以移入的分组" hint="新建一个分组，再把设备移进去">
          <Button size="medium" isNarrow to={pathOf('Group/index')}>
            新建分组
          </Button>
        </Empty>
      </Page>
    )
  }
  return (
    <Page
      route={ROUTE}
      footer={
        <BottomBar summary={<Box live="polite">{`已选 ${formatCount(ids.length)} 台`}</Box>}>
          <Button isBusy={isBusy} isDisabled={ids.length === 0 || !target} onTap={run}>
            {target ? `移到「${target.name}」` : '移动'}
          </Button>
        </BottomBar>
      }
    >
      <Box as="h2" className={styles.heading}>
        目标分组
      </Box>
      <Box className={styles.targets}>
        <Chips
          variant="choice"
          label="目标分组"
          options={(groups ?? []).map(({ groupId, name }) => ({ value: groupId, label: name }))}
          value={target?.groupId ?? 0}
          onChange={setTouchedId}
        />
      </Box>
      <DevicePicker title="选择设备" chosen={new Set(ids)} onChange={(chosen) => setIds([...chosen])} />
    </Page>
  )
}
