import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import type { IconDrawing } from '../icon/icons.ts'
import styles from './tools.module.css'

export interface Tool {
  readonly icon: IconDrawing
  readonly label: string
  /** Not possible now: the tool keeps its place, and a tap shows the reason. */
  readonly isMuted?: boolean
  readonly onTap: () => void
}

interface ToolsProps {
  /** Accessible name of the group. */
  readonly label: string
  readonly tools: readonly Tool[]
}

/** A row of a few things that can be done, each as wide as the others. */
export function Tools({ label, tools }: ToolsProps) {
  return (
    <Box className={styles.row} role="toolbar" label={label}>
      {tools.map(({ icon, label: name, isMuted, onTap }) => (
        <Tap key={name} className={classes(styles.tool, isMuted && styles.muted)} isMuted={isMuted} onTap={onTap}>
          <Box className={styles.icon}>
            <Icon of={icon} />
          </Box>
          {name}
        </Tap>
      ))}
    </Box>
  )
}
