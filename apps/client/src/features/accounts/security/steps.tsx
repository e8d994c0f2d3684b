import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './steps.module.css'

interface StepsProps {
  readonly names: readonly string[]
  readonly current: number
}

/** Step indicator. */
export function Steps({ names, current }: StepsProps) {
  return (
    <Box className={styles.steps} role="list" label={`第 ${current + 1} 步，共 ${names.length} 步`}>
      {names.map((name, at) => (
        <Box key={name} className={classes(styles.step, at <= current && styles.reached)} role="listitem">
          <Box className={styles.number}>{at + 1}</Box>
          {name}
        </Box>
      ))}
    </Box>
  )
}
