import type { PropsWithChildren, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './card.module.css'
import { SectionTitle } from './section-title.tsx'

interface CardProps extends PropsWithChildren {
  readonly title?: string
  /** Beside the title: a note or a link. */
  readonly note?: ReactNode
  /** With padding; rows have their own. */
  readonly isPadded?: boolean
  readonly className?: string
}

export function Card({ title, note, isPadded, className, children }: CardProps) {
  // Rows have their own padding, the title above them has none; a class of its own brings both.
  const isOverRows = title !== undefined && !isPadded && className === undefined
  return (
    <Box className={classes(styles.card, isPadded && styles.padded, className)}>
      {title && (
        <Box className={isOverRows ? styles.heading : undefined}>
          <SectionTitle note={note}>{title}</SectionTitle>
        </Box>
      )}
      {children}
    </Box>
  )
}

/** A block inside a card: sunk, without a shadow. */
export function Inset({ children }: PropsWithChildren) {
  return <Box className={styles.inset}>{children}</Box>
}
