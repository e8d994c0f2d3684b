import type { ChangeTarget, ChangingDevice } from '@yunji/contract/commerce/change/schema'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './change.module.css'
import type { Comparison as ComparedRow } from './terms.ts'

interface ComparisonProps {
  readonly device: ChangingDevice
  readonly target: ChangeTarget
  readonly rows: readonly ComparedRow[]
}

/** Current against future configuration. */
export function Comparison({ device, target, rows }: ComparisonProps) {
  return (
    <Box>
      <Box className={styles.sides}>
        <Box className={styles.name} />
        <Box className={styles.side}>
          <Box className={styles.when}>现在</Box>
          <Box className={styles.goods}>{device.goodsName}</Box>
          <LevelBadge level={device.goodsLevel} />
        </Box>
        <Box className={classes(styles.side, styles.after)}>
          <Box className={styles.when}>变更后</Box>
          <Box className={styles.goods}>{target.goodsName}</Box>
          <LevelBadge level={target.goodsLevel} />
        </Box>
      </Box>
      {rows.map(({ name, now, after, trend, loss }) => (
        <Box key={name} className={styles.fact}>
          <Box className={styles.name}>{name}</Box>
          <Box className={styles.value}>{now}</Box>
          <Box className={classes(styles.value, styles[trend])}>
            {after}
            {loss && <Box className={styles.loss}>{loss}</Box>}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
