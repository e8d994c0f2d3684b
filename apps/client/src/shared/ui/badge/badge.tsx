import type { PropsWithChildren } from 'react'
import { Box } from '../elements/elements'
import styles from './badge.module.css'
import { badgeText } from './badge-text.ts'

/** Unread mark without a number. */
export function Dot() {
  return <Box className={styles.dot} isDecoration />
}

interface CountProps {
  readonly count: number
}

/** Count badge; draws nothing for zero. */
export function Count({ count }: CountProps) {
  const text = badgeText(count)
  return text ? (
    <Box className={styles.count} isDecoration>
      {text}
    </Box>
  ) : null
}

interface BadgedProps extends PropsWithChildren, CountProps {}

/** A count in the corner of an icon. What is tapped says it in its label: a number alone says nothing. */
export function Badged({ count, children }: BadgedProps) {
  return (
    <Box className={styles.badged}>
      {children}
      <Box className={styles.corner}>
        <Count count={count} />
      </Box>
    </Box>
  )
}
