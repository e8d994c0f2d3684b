import type { GoodsLevel } from '@yunji/contract/commodity/enums'
import { goodsLevelLabels } from '@yunji/contract/commodity/level-labels'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './level-badge.module.css'

interface LevelBadgeProps {
  readonly level: GoodsLevel
}

export function LevelBadge({ level }: LevelBadgeProps) {
  return <Box className={classes(styles.badge, styles[`lv${level}`])}>{goodsLevelLabels[level]}</Box>
}
