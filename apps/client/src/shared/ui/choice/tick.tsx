import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { check } from '../icon/icons.ts'
import styles from './tick.module.css'

interface TickProps {
  readonly isOn: boolean
  /** Over a picture, which is seen through it. */
  readonly isOnPicture?: boolean
}

/** What is seen of a choice; what is tapped is around it. */
export function Tick({ isOn, isOnPicture }: TickProps) {
  return (
    <Box className={classes(styles.tick, isOnPicture && styles.onPicture, isOn && styles.on)} isDecoration>
      {isOn && <Icon of={check} size={16} />}
    </Box>
  )
}
