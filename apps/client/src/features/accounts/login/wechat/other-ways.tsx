import type { PropsWithChildren } from 'react'
import { Box } from '../../../../shared/ui/elements/elements'
import styles from './other-ways.module.css'

/** At the bottom of the page, parted from the form. */
export function OtherWays({ children }: PropsWithChildren) {
  return (
    <Box className={styles.ways}>
      <Box className={styles.title}>
        <Box className={styles.line} />
        其他方式
        <Box className={styles.line} />
      </Box>
      {children}
    </Box>
  )
}
