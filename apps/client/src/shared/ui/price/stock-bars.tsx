import { type InventoryStatus, inventoryStatusLabels } from '@yunji/contract/commerce/commodity/enums'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './stock-bars.module.css'

const STEPS = [1, 2, 3, 4] as const

interface StockBarsProps {
  readonly status: InventoryStatus
}

/** Stock level as bars and a word. */
export function StockBars({ status }: StockBarsProps) {
  const filled = STEPS.length + 1 - status
  return (
    <Box className={classes(styles.stock, styles[`inv${status}`])}>
      <Box className={styles.bars} isDecoration>
        {STEPS.map((step) => (
          <Box key={step} className={classes(styles.bar, styles[`bar${step}`], step > filled && styles.hollow)} />
        ))}
      </Box>
      {inventoryStatusLabels[status]}
    </Box>
  )
}
