import { Box } from './elements'
import styles from './illustration.module.css'
import type { IllustrationDrawing } from './illustrations/drawing.ts'
import { dataUriOf } from './svg.ts'

interface IllustrationProps {
  readonly of: IllustrationDrawing
}

/** A picture beside words that say the same. */
export function Illustration({ of: drawing }: IllustrationProps) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 140">${drawing}</svg>`
  return <Box className={styles.illustration} style={{ backgroundImage: dataUriOf(svg) }} isDecoration />
}
