import { HomeViewType, homeViewTypeLabels } from '@yunji/contract/devices/device/enums'
import { MessagesButton } from '../../../shared/accounts/messages-button.tsx'
import { useSession } from '../../../shared/session/session.ts'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { down, grid, search, single } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import styles from './home-header.module.css'
import { homeView } from './home-view.ts'
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

interface HomeHeaderProps {
  readonly title: string
  /** Whether the selection mode is offered. */
  readonly canChoose: boolean
}

/** Header of the home page: group, selection, search, view and messages. */
export function HomeHeader({ title, canChoose }: HomeHeaderProps) {
  return (
    <Box as="header" className={styles.bar}>
      <Tap className={styles.group} onTap={() => openSheet({ kind: 'groups' })}>
        <Box as="h1" className={styles.name}>
          {title}
        </Box>
        <Icon of={down} size={20} />
      </Tap>
      <Box className={styles.icons}>
        {canChoose && (
          <Tap className={styles.choose} onTap={homeView.startChoosing}>
            批量
          </Tap>
        )}
        <IconButton of={search} label="搜索设备" onTap={homeView.startSearch} />
        <ViewSwitch />
        <MessagesButton />
      </Box>
    </Box>
  )
}
