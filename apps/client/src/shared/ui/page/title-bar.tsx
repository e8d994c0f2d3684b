import type { ReactNode } from 'react'
import type { ClientRoute } from '../../navigation/page-title.ts'
import { client } from '../../platform/app/client'
import { goBackFrom } from '../../platform/router/router.ts'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { back } from '../icon/icons.ts'
import styles from './title-bar.module.css'

interface TitleBarProps {
  readonly route: ClientRoute
  /** Empty where the content has the heading. */
  readonly title: string
  readonly action?: ReactNode
  readonly isWhite?: boolean
}

/** The mini-program's capsule leaves no room for a title in the middle and an action beside it. */
export function TitleBar({ route, title, action, isWhite }: TitleBarProps) {
  if (client.hasOuterTitleBar) return action ? <Box className={styles.alone}>{action}</Box> : null
  return (
    <Box as="header" className={classes(styles.bar, isWhite && styles.white)}>
      <Box className={styles.row}>
        <Tap className={styles.back} label="返回" onTap={() => void goBackFrom(route)}>
          <Icon of={back} />
        </Tap>
        {title && (
          <Box as="h1" className={styles.title}>
            {title}
          </Box>
        )}
        {action && <Box className={styles.action}>{action}</Box>}
      </Box>
    </Box>
  )
}
