import type { ReactNode } from 'react'
import { Box } from '../elements/elements'
import styles from './fact-row.module.css'

interface FactRowProps {
  readonly name: string
  readonly children: ReactNode
}

/** Label and value of an order or device. */
export function FactRow({ name, children }: FactRowProps) {
  return (
    <Box className={styles.row}>
      <Box className={styles.name}>{name}</Box>
      <Box className={styles.fact}>{children}</Box>
    </Box>
  )
}
