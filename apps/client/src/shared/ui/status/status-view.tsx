import type { ReactNode } from 'react'
import { Box } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import type { IconDrawing } from '../icon/icons.ts'
import styles from './status-view.module.css'

interface StatusViewProps {
  readonly icon: IconDrawing
  readonly title: string
  readonly hint?: string
  /** At most two buttons: what to do next. */
  readonly actions?: ReactNode
  /** Said at once, as something that went wrong. */
  readonly isAlert?: boolean
}

/** Replaces the content when it is empty, failed, or not built yet. */
export function StatusView({ icon, title, hint, actions, isAlert }: StatusViewProps) {
  return (
    <Box className={styles.view} role={isAlert ? 'alert' : undefined}>
      <Box className={styles.badge}>
        <Icon of={icon} size={28} />
      </Box>
      <Box as="h2" className={styles.title}>
        {title}
      </Box>
      {hint && (
        <Box as="p" className={styles.hint}>
          {hint}
        </Box>
      )}
      {actions && <Box className={styles.actions}>{actions}</Box>}
    </Box>
  )
}
