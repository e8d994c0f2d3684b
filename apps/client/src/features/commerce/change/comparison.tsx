import type { ChangeTarget, ChangingDevice } from '@yunji/contract/commerce/change/schema'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './change.module.css'
import { comparisonOf } from './terms.ts'

interface ComparisonProps {
  readonly device: ChangingDevice
  readonly target: ChangeTarget
}

/** Current against future configuration. */
export function Comparison({ device, target }: ComparisonProps) {
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
      {comparisonOf(device.configuration, target.configuration).map(({ name, now, after }) => (
        <Box key={name} className={styles.fact}>
          <Box className={styles.name}>{name}</Box>
          <Box className={styles.value}>{now}</Box>
          <Box className={classes(styles.value, now !== after && styles.differs)}>{after}</Box>
        </Box>
      ))}
    </Box>
  )
}
