import type { PropsWithChildren } from 'react'
import styles from './card.module.css'
import { classes } from './classes.ts'
import { Box } from './elements'

interface CardProps extends PropsWithChildren {
  readonly className?: string
}

export function Card({ className, children }: CardProps) {
  return <Box className={classes(styles.card, className)}>{children}</Box>
}
