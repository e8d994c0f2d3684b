import type { ReactNode } from 'react'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import type { IconDrawing } from '../../../shared/ui/icon/icons.ts'
import { Spinner } from '../../../shared/ui/status/spinner.tsx'
import styles from './result-head.module.css'

interface ResultHeadProps {
  readonly tone: 'run' | 'soon' | 'off' | 'brand'
  /** Undefined while unknown. */
  readonly icon?: IconDrawing
  /** Heading of the page. */
  readonly title: string | undefined
  readonly children?: ReactNode
}

/** State of a payment: icon, title and hint. */
export function ResultHead({ tone, icon, title, children }: ResultHeadProps) {
  return (
    <Box className={styles.head} role="status">
      <Box className={classes(styles.ring, styles[tone])}>
        <Box className={styles.disc}>{icon ? <Icon of={icon} size={28} /> : <Spinner />}</Box>
      </Box>
      <Box as="h1" className={styles.title}>
        {title}
      </Box>
      {children && <Box className={styles.words}>{children}</Box>}
    </Box>
  )
}
