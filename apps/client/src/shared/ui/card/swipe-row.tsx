import type { PropsWithChildren } from 'react'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import styles from './swipe-row.module.css'

export interface SwipeAction {
  readonly text: string
  readonly isDanger?: boolean
  readonly onTap: () => void
}

interface SwipeRowProps extends PropsWithChildren {
  readonly actions: readonly SwipeAction[]
}

/**
 * A row with actions behind its right edge. They are shortcuts for a finger: each has its equivalent in the row or in the
 * row's menu, so keyboards and screen readers pass them over.
 */
export function SwipeRow({ actions, children }: SwipeRowProps) {
  return (
    <Box className={classes(styles.row, actions.length > 0 && styles.swiped)}>
      <Box className={styles.face}>{children}</Box>
      <Box className={styles.actions} isDecoration>
        {actions.map(({ text, isDanger, onTap }) => (
          <Tap key={text} className={classes(styles.action, isDanger && styles.danger)} isTabStop={false} onTap={onTap}>
            {text}
          </Tap>
        ))}
      </Box>
    </Box>
  )
}
