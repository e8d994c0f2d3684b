import type { PropsWithChildren } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Box } from '../../shared/ui/elements/elements'
import styles from './paper.module.css'

interface PaperProps extends PropsWithChildren {
  readonly isWide?: boolean
}

/** White ground, on which fields stand in the product. */
export function Paper({ isWide, children }: PaperProps) {
  return <Box className={classes(styles.paper, !isWide && styles.padded)}>{children}</Box>
}
