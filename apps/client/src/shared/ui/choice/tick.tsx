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

/** The visible mark of a checkbox; the tap target is its parent. */
export function Tick({ isOn, isOnPicture }: TickProps) {
  return (
    <Box className={classes(styles.tick, isOnPicture && styles.onPicture, isOn && styles.on)} isDecoration>
      {isOn && <Icon of={check} size={16} />}
    </Box>
  )
}
