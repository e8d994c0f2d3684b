import type { ComponentType, PropsWithChildren } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Box } from '../../shared/ui/elements/elements'
import styles from './specimen.module.css'

/** One family of components in all of its states. */
export interface GallerySection {
  /** In the address of the section and in the names of its pictures. */
  readonly id: string
  readonly title: string
  readonly Content: ComponentType
}

interface SpecimenProps extends PropsWithChildren {
  /** Name of the state. */
  readonly title: string
  /** Edge to edge, for content with its own gutters. */
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

/** Containing block for fixed elements. */
export function Stage({ children }: PropsWithChildren) {
  return <Box className={styles.stage}>{children}</Box>
}

interface PaperProps extends PropsWithChildren {
  readonly isWide?: boolean
}

/** White background, as under the product's fields. */
export function Paper({ isWide, children }: PaperProps) {
  return <Box className={classes(styles.paper, !isWide && styles.paperPadding)}>{children}</Box>
}
