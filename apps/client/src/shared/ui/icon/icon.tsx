import { classes } from '../classes.ts'
import { Drawing } from './drawing'
import styles from './icon.module.css'
import type { IconDrawing } from './icons.ts'

type IconSize = 16 | 20 | 24 | 28

const sizeClass: Readonly<Record<IconSize, string | undefined>> = {
  16: styles.s16,
  20: styles.s20,
  24: undefined,
  28: styles.s28,
}

interface IconProps {
  readonly of: IconDrawing
  readonly size?: IconSize
}

/** An icon in the colour of the text. Hidden from screen readers: the text beside it names it. */
export function Icon({ of: drawing, size = 24 }: IconProps) {
  return <Drawing className={classes(styles.icon, sizeClass[size])} drawing={drawing} sizePx={size} />
}
