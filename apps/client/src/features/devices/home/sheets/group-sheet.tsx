import { getGroupList } from '@yunji/contract/devices/group/calls'
import { type DeviceGroup, MAX_GROUPS } from '@yunji/contract/devices/group/schema'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useCall } from '../../../../shared/api/query.ts'
import { type ChosenGroup, homeGroup, useHomeGroup } from '../../../../shared/devices/home-group.ts'
import { StateBadge } from '../../../../shared/ui/badge/state-badge.tsx'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Cell } from '../../../../shared/ui/card/cell.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { plus } from '../../../../shared/ui/icon/controls.ts'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { Async } from '../../../../shared/ui/status/async.tsx'
import { ALL_DEVICES } from '../home-view.ts'
import styles from './group-sheet.module.css'
import { closeSheet, useHomeSheets } from './home-sheets.ts'

const choose = (group: ChosenGroup | null) => () => {
  homeGroup.show(group)
  closeSheet()
}

const sumOf = (groups: readonly DeviceGroup[], count: 'deviceCount' | 'runningCount') =>
  groups.reduce((sum, group) => sum + group[count], 0)

function GroupCell({ group, isChosen }: { readonly group: DeviceGroup; readonly isChosen: boolean }) {
  const { name, deviceCount, expiringSoonCount } = group
  return (
    <Cell
      title={
        <Box className={styles.name}>
          {name}
          {expiringSoonCount > 0 && <StateBadge tone="soon">{formatCount(expiringSoonCount)} 台快到期</StateBadge>}
        </Box>
      }
      isTitleLarge
      sub={deviceCount > 0 ? `${formatCount(deviceCount)} 台` : '还没有设备'}
      choice="radio"
      isChecked={isChosen}
      onTap={choose(group)}
    />
  )
}

function Groups({ groups }: { readonly groups: readonly DeviceGroup[] }) {
  const chosen = useHomeGroup((state) => state.group)
  return (
    <>
      <Cell
        title={ALL_DEVICES}
        isTitleLarge
        sub={`${formatCount(sumOf(groups, 'deviceCount'))} 台，${formatCount(sumOf(groups, 'runningCount'))} 台运行中`}
        choice="radio"
        isChecked={chosen === null}
        onTap={choose(null)}
      />
      {groups.map((group) => (
        <GroupCell key={group.groupId} group={group} isChosen={group.groupId === chosen?.groupId} />
      ))}
    </>
  )
}

/** Choice of the group. */
export function GroupSheet() {
  const isOpen = useHomeSheets(({ open }) => open?.kind === 'groups')
  const groups = useCall(getGroupList, { page: '1', rows: String(MAX_GROUPS) })
  return (
    <Sheet
      isOpen={isOpen}
      title="切换分组"
      header={
        <Box className={styles.top}>
          <Box as="h2" className={styles.title}>
            切换分组
          </Box>
          <TextLink to={pathOf('Group/index')} onTap={closeSheet}>
            管理
          </TextLink>
        </Box>
      }
      footer={
        <Box className={styles.footer}>
          <Button variant="tint" icon={plus} to={pathOf('Group/index')} onTap={closeSheet}>
            新建分组
          </Button>
        </Box>
      }
      onClose={closeSheet}
    >
      <Async of={groups}>{({ records }) => <Groups groups={records} />}</Async>
    </Sheet>
  )
}
