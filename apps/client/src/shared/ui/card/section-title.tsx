import type { PropsWithChildren, ReactNode } from 'react'
import { Box } from '../elements/elements'
import styles from './section-title.module.css'

interface SectionTitleProps extends PropsWithChildren {
  readonly note?: ReactNode
}

/** Over a part of a page or of a card. */
export function SectionTitle({ note, children }: SectionTitleProps) {
  return (
    <Box className={styles.row}>
      <Box as="h2" className={styles.title}>
        {children}
      </Box>
      {note && <Box className={styles.note}>{note}</Box>}
    </Box>
  )
}
