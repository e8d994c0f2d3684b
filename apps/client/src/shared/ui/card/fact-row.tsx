import type { ReactNode } from 'react'
import { Box } from '../elements/elements'
import styles from './fact-row.module.css'

interface FactRowProps {
  readonly name: string
  readonly children: ReactNode
}

/** One line of what an order or a device is: its name, and what it is. */
export function FactRow({ name, children }: FactRowProps) {
  return (
    <Box className={styles.row}>
      <Box className={styles.name}>{name}</Box>
      <Box className={styles.fact}>{children}</Box>
    </Box>
  )
}
