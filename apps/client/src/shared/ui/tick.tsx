import { classes } from './classes.ts'
import { Box } from './elements'
import { Icon } from './icon.tsx'
import { check } from './icons.ts'
import styles from './tick.module.css'

interface TickProps {
  readonly isOn: boolean
}

/** What is seen of a choice; what is tapped is around it. */
export function Tick({ isOn }: TickProps) {
  return (
    <Box className={classes(styles.tick, isOn && styles.on)} isDecoration>
      {isOn && <Icon of={check} size={16} />}
    </Box>
  )
}
