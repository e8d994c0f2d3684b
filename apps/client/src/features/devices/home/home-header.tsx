import { HomeViewType, homeViewTypeLabels } from '@yunji/contract/devices/device/enums'
import { MessagesButton } from '../../../shared/accounts/messages-button.tsx'
import { useSession } from '../../../shared/session/session.ts'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { down, grid, search, single } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import styles from './home-header.module.css'
import { homeView, useHomeView } from './home-view.ts'
import { openSheet } from './sheets/home-sheets.ts'

function ViewSwitch() {
  const isMulti = useSession(({ mobileViewType }) => mobileViewType === HomeViewType.multi)
  const other = isMulti ? HomeViewType.single : HomeViewType.multi
  return (
    <IconButton
      of={isMulti ? single : grid}
      label={`切换到${homeViewTypeLabels[other]}`}
      onTap={() => homeView.setViewType(other)}
    />
  )
}

/** Header of the home page: group, view and messages. */
export function HomeHeader({ title }: { readonly title: string }) {
  return (
    <Box as="header" className={styles.bar}>
      <Tap className={styles.group} onTap={() => openSheet({ kind: 'groups' })}>
        <Box as="h1" className={styles.name}>
          {title}
        </Box>
        <Icon of={down} size={20} />
      </Tap>
      <Box className={styles.icons}>
        <IconButton of={search} label="搜索设备" onTap={homeView.startSearch} />
        <ViewSwitch />
        <MessagesButton />
      </Box>
    </Box>
  )
}

interface ChoosingHeaderProps {
  readonly ids: readonly number[]
}

/** Header of the selection mode: count, select all, cancel. */
export function ChoosingHeader({ ids }: ChoosingHeaderProps) {
  const chosen = useHomeView((state) => state.chosen)
  const count = chosen?.size ?? 0
  const isAll = ids.length > 0 && ids.every((id) => chosen?.has(id))
  return (
    <Box as="header" className={styles.choosing}>
      <Tap className={styles.word} onTap={homeView.stopChoosing}>
        取消
      </Tap>
      <Box as="h1" className={styles.count} live="polite">
        已选 {count} 台
      </Box>
      <Tap className={styles.brandWord} onTap={() => homeView.startChoosing(isAll ? [] : ids)}>
        {isAll ? '全不选' : '全选'}
      </Tap>
    </Box>
  )
}
