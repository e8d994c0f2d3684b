import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './logo.module.css'

interface LogoProps {
  readonly isLarge?: boolean
}

export function Logo({ isLarge }: LogoProps) {
  return <Box className={classes(styles.logo, isLarge && styles.large)} isDecoration />
}
