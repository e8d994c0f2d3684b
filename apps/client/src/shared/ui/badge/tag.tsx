import type { PropsWithChildren } from 'react'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './tag.module.css'

interface TagProps extends PropsWithChildren {
  /** `promo` only for savings. */
  readonly tone?: 'plain' | 'brand' | 'promo' | 'soon' | 'run' | 'dead'
}

export function Tag({ tone = 'plain', children }: TagProps) {
  return <Box className={classes(styles.tag, styles[tone])}>{children}</Box>
}
