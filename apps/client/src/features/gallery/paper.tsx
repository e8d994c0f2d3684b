import type { PropsWithChildren } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Box } from '../../shared/ui/elements/elements'
import styles from './paper.module.css'

interface PaperProps extends PropsWithChildren {
  readonly isWide?: boolean
}

/** White background, as under the product's fields. */
export function Paper({ isWide, children }: PaperProps) {
  return <Box className={classes(styles.paper, !isWide && styles.padded)}>{children}</Box>
}
