import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import type { DrawingProps } from './drawing.h5.tsx'
import styles from './drawing.module.css'
import { dataUriOf, svgOf } from './svg.ts'

/** The mini-program has no SVG elements: the drawing masks the colour of the text. */
export function Drawing({ className, drawing, sizePx }: DrawingProps) {
  const style = { '--drawing': dataUriOf(svgOf(drawing, sizePx)) }
  return <Box className={classes(className, styles.masked)} style={style} isDecoration />
}
