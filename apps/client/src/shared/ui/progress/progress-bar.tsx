import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** Accessible name of the progress. */
  readonly label: string
  /** 0 to 100. */
  readonly percent: number
  readonly tone?: 'brand' | 'back' | 'dead'
}

export function ProgressBar({ label, percent, tone = 'brand' }: ProgressBarProps) {
  return (
    <Box className={styles.groove} role="progressbar" label={label} percent={percent}>
      <Box className={classes(styles.done, styles[tone])} style={{ width: `${percent}%` }} />
    </Box>
  )
}
