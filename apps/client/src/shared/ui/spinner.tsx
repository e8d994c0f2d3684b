import { classes } from './classes.ts'
import { Box } from './elements'
import styles from './spinner.module.css'

interface SpinnerProps {
  readonly size?: 16 | 20 | 28
}

export function Spinner({ size = 28 }: SpinnerProps) {
  return <Box className={classes(styles.spinner, size !== 28 && styles[`s${size}`])} isDecoration />
}
