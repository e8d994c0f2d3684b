import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import type { IconDrawing } from '../icon/icons.ts'
import styles from './action-grid.module.css'

export interface GridAction {
  readonly icon: IconDrawing
  readonly label: string
  readonly isDanger?: boolean
  /** Not possible now: the action keeps its place, and a tap shows the reason. */
  readonly isMuted?: boolean
  readonly onTap: () => void
}

interface ActionGridProps {
  readonly title: string
  /** Beside the title: a link to the tasks. */
  readonly more?: ReactNode
  readonly actions: readonly GridAction[]
}

/** A group of things that can be done, five in a row. */
export function ActionGrid({ title, more, actions }: ActionGridProps) {
  return (
    <Box as="section" label={title}>
      <Box className={styles.top}>
        <Box as="h3" className={styles.title}>
          {title}
        </Box>
        {more && <Box className={styles.more}>{more}</Box>}
      </Box>
      <Box className={styles.grid}>
        {actions.map(({ icon, label, isDanger, isMuted, onTap }) => (
          <Tap
            key={label}
            className={classes(styles.action, isDanger && styles.danger, isMuted && styles.muted)}
            isMuted={isMuted}
            onTap={onTap}
          >
            <Box className={styles.tile}>
              <Icon of={icon} />
            </Box>
            {label}
          </Tap>
        ))}
      </Box>
    </Box>
  )
}
