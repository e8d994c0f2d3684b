import type { PropsWithChildren } from 'react'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { dataUriOf } from '../icon/svg.ts'
import styles from './progress-ring.module.css'
import { ringDrawing } from './ring-drawing.ts'

export interface RingPart {
  readonly percent: number
  readonly tone: 'brand' | 'back' | 'teal' | 'soon'
}

interface ProgressRingProps extends PropsWithChildren {
  readonly label: string
  /** Arcs in order, clockwise from the top. */
  readonly parts: readonly RingPart[]
  readonly size?: 'small' | 'large'
  /** Over a dark picture. */
  readonly isOnDark?: boolean
}

const sumOf = (parts: readonly RingPart[]) => parts.reduce((sum, { percent }) => sum + percent, 0)

/** Share of a whole as a ring, with text in the middle. */
export function ProgressRing({ label, parts, size = 'large', isOnDark, children }: ProgressRingProps) {
  const whole = { '--drawing': dataUriOf(ringDrawing(0, 100)) }
  return (
    <Box
      className={classes(styles.ring, styles[size], isOnDark && styles.onDark)}
      role="progressbar"
      label={label}
      percent={sumOf(parts)}
    >
      <Box className={classes(styles.arc, styles.groove)} style={whole} />
      {/* The first arc is drawn last: its round end covers the start of the next. */}
      {parts.map(({ percent, tone }, index) => {
        if (percent <= 0) return null
        const drawing = ringDrawing(sumOf(parts.slice(0, index)), percent)
        const style = { '--drawing': dataUriOf(drawing), zIndex: parts.length - index }
        return <Box key={tone} className={classes(styles.arc, styles[tone])} style={style} />
      })}
      <Box className={styles.words}>{children}</Box>
    </Box>
  )
}
