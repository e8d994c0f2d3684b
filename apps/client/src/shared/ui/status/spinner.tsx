import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './spinner.module.css'

interface SpinnerProps {
  readonly size?: 16 | 20 | 28
}

export function Spinner({ size = 28 }: SpinnerProps) {
  return <Box className={classes(styles.spinner, size !== 28 && styles[`s${size}`])} isDecoration />
}

interface BusyViewProps {
  readonly text: string
}

/** The loading indicator of the page. */
export function BusyView({ text }: BusyViewProps) {
  return (
    <Box className={styles.busy} role="status">
      <Spinner />
      <Box as="p">{text}</Box>
    </Box>
  )
}
