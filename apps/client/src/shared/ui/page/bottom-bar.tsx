import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './bottom-bar.module.css'

interface BottomBarProps {
  /** Shown beside the action: an amount, a number of selected items. */
  readonly summary?: ReactNode
  readonly note?: string
  /** The note is about savings. */
  readonly isSaving?: boolean
  /** The one primary action of the page. */
  readonly children: ReactNode
}

/** Footer of a page: the sum, and the main action. */
export function BottomBar({ summary, note, isSaving, children }: BottomBarProps) {
  return (
    <Box className={styles.bar}>
      {summary && (
        <Box className={styles.words}>
          {summary}
          {note && <Box className={classes(styles.note, isSaving && styles.saving)}>{note}</Box>}
        </Box>
      )}
      <Box className={summary ? styles.beside : styles.alone}>{children}</Box>
    </Box>
  )
}
