import { type GoodsLevel, goodsLevelLabels } from '@yunji/contract/commerce/commodity/enums'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './level-badge.module.css'

interface LevelBadgeProps {
  readonly level: GoodsLevel
}

export function LevelBadge({ level }: LevelBadgeProps) {
  return <Box className={classes(styles.badge, styles[`lv${level}`])}>{goodsLevelLabels[level]}</Box>
}
