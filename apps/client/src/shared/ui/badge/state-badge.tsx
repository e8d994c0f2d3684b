import type { StateTone } from '@yunji/contract/devices/device/enums'
import type { PropsWithChildren } from 'react'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './state-badge.module.css'

interface StateBadgeProps extends PropsWithChildren {
  readonly tone: StateTone
  /** No tint, for lists with a badge in every row. */
  readonly isPlain?: boolean
}

/** A state is a dot and a word: never a colour alone. */
export function StateBadge({ tone, isPlain, children }: StateBadgeProps) {
  return (
    <Box className={classes(styles.badge, styles[tone], isPlain && styles.plain)}>
      <Box className={styles.dot} isDecoration />
      {children}
    </Box>
  )
}
