import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { Icon } from './icon.tsx'
import styles from './icon-tile.module.css'
import type { IconDrawing } from './icons.ts'

type IconTone = 'brand' | 'back' | 'run' | 'soon' | 'promo' | 'danger' | 'teal' | 'indigo' | 'off' | 'plain'

interface IconTileProps {
  readonly of: IconDrawing
  readonly tone?: IconTone
  readonly size?: 40 | 48
}

/** An icon on a ground of its own colour. */
export function IconTile({ of, tone = 'brand', size = 40 }: IconTileProps) {
  return (
    <Box className={classes(styles.tile, styles[tone], size === 48 && styles.large)}>
      <Icon of={of} />
    </Box>
  )
}
