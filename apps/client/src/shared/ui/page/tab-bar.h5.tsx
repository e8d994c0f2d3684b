import { type PageRoute, pathOf } from '@yunji/contract/pages'
import { tabs } from '../../navigation/tabs.ts'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { create, createFilled, type IconDrawing, phone, phoneFilled, user, userFilled } from '../icon/icons.ts'
import styles from './tab-bar.module.css'

export interface TabBarProps {
  /** The route of the tab on screen. */
  readonly current: string
}

const drawings: Readonly<Partial<Record<PageRoute, readonly [plain: IconDrawing, filled: IconDrawing]>>> = {
  'Home/index': [phone, phoneFilled],
  'Home/create': [create, createFilled],
  'Home/user': [user, userFilled],
}

export function TabBar({ current }: TabBarProps) {
  return (
    <Box as="nav" className={styles.bar} label="主导航">
      {tabs.map(({ route, title }) => {
        const isCurrent = route === current
        const [plain, filled] = drawings[route] ?? ['', '']
        return (
          <Tap
            key={route}
            className={classes(styles.tab, isCurrent && styles.selected)}
            to={pathOf(route)}
            isCurrent={isCurrent}
          >
            <Box className={classes(isCurrent && styles.filled)}>
              <Icon of={isCurrent ? filled : plain} />
            </Box>
            {title}
          </Tap>
        )
      })}
    </Box>
  )
}
