import { formatBeans, formatYuan } from '@yunji/contract/display/money'
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

interface BeansPriceProps extends Pick<PriceProps, 'size' | 'per'> {
  readonly cents: number | null
  /** Without the yuan beside it, where they stand below. */
  readonly isAlone?: boolean
}

/** A price in beans, with the same in yuan beside it. */
export function BeansPrice({ cents, size = 16, per, isAlone }: BeansPriceProps) {
  return (
    <Box className={classes(styles.price, styles[`s${size}`])}>
      {formatBeans(cents)}
      <Box as="span" className={styles.unit}>
        豆{per}
      </Box>
      {!isAlone && (
        <Box as="span" className={styles.yuan}>
          ¥{formatYuan(cents)}
        </Box>
      )}
    </Box>
  )
}
