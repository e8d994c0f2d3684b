import type { PropsWithChildren } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Box } from '../../shared/ui/elements/elements'
import styles from './specimen.module.css'

interface SpecimenProps extends PropsWithChildren {
  /** Name of the state. */
  readonly title: string
  /** From edge to edge, for what has gutters of its own. */
  readonly isWide?: boolean
}

export function Specimen({ title, isWide, children }: SpecimenProps) {
  return (
    <Box className={styles.specimen}>
      <Box as="h3" className={styles.name}>
        {title}
      </Box>
      <Box className={classes(!isWide && styles.padded)}>{children}</Box>
    </Box>
  )
}

/** Small things beside each other, in as many lines as they need. */
export function Row({ children }: PropsWithChildren) {
  return <Box className={styles.row}>{children}</Box>
}

/** A piece of screen of its own: what is fixed to the screen is fixed to it instead. */
export function Stage({ children }: PropsWithChildren) {
  return <Box className={styles.stage}>{children}</Box>
}
