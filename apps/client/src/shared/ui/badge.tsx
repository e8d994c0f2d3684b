import type { PropsWithChildren } from 'react'
import styles from './badge.module.css'
import { badgeText } from './badge-text.ts'
import { Box } from './elements'

/** Something is unread; how much does not matter. */
export function Dot() {
  return <Box className={styles.dot} isDecoration />
}

interface BadgedProps extends PropsWithChildren {
  readonly count: number
}

/** A count in the corner of an icon. What is tapped says it in its label: a number alone says nothing. */
export function Badged({ count, children }: BadgedProps) {
  const text = badgeText(count)
  return (
    <Box className={styles.badged}>
      {children}
      {text && (
        <Box className={styles.count} isDecoration>
          {text}
        </Box>
      )}
    </Box>
  )
}
