import type { GoodsLevel } from '@yunji/contract/commodity/enums'
import { classes } from '../../shared/ui/classes.ts'
import { Box } from '../../shared/ui/elements'
import { Icon } from '../../shared/ui/icon.tsx'
import { phone } from '../../shared/ui/icons.ts'
import styles from './goods-picture.module.css'

interface GoodsPictureProps {
  readonly level: GoodsLevel
}

/** A phone on the ground of its level. */
export function GoodsPicture({ level }: GoodsPictureProps) {
  return (
    <Box className={classes(styles.picture, styles[`lv${level}`])} isDecoration>
      <Icon of={phone} size={28} />
    </Box>
  )
}
