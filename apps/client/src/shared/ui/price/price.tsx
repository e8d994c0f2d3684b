import { formatYuan } from '@yunji/contract/display/money'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './price.module.css'

interface PriceProps {
  readonly cents: number | null
  readonly size?: 16 | 20 | 28
  /** Lower than usual: a first purchase, an activity. */
  readonly isSaving?: boolean
  /** `129` instead of `129.00`: on tiles, never in a total. */
  readonly dropsZeros?: boolean
  /** The price before the reduction. */
  readonly wasCents?: number
  /** Unit of the price: `/月`. */
  readonly per?: string
}

export function WasPrice({ cents, dropsZeros }: Pick<PriceProps, 'cents' | 'dropsZeros'>) {
  return (
    <Box as="del" className={styles.was}>
      ¥{formatYuan(cents, { dropsZeros })}
    </Box>
  )
}

export function Price({ cents, size = 16, isSaving, dropsZeros, wasCents, per }: PriceProps) {
  return (
    <Box className={classes(styles.price, styles[`s${size}`], isSaving && styles.saving)}>
      <Box as="span" className={styles.sign}>
        ¥
      </Box>
      {formatYuan(cents, { dropsZeros })}
      {per && (
        <Box as="span" className={styles.per}>
          {per}
        </Box>
      )}
      {wasCents !== undefined && <WasPrice cents={wasCents} dropsZeros={dropsZeros} />}
    </Box>
  )
}
