import { oldPriceOf, termsForQuantity } from '@yunji/contract/commodity/goods-terms'
import { Box } from '../../shared/ui/elements'
import { LevelBadge } from '../../shared/ui/level-badge.tsx'
import { Price } from '../../shared/ui/price.tsx'
import { GoodsPicture } from './goods-picture.tsx'
import styles from './goods-summary.module.css'
import type { Offer } from './offer.ts'
import { configurationText } from './words.ts'

interface GoodsSummaryProps {
  readonly offer: Offer
}

/** What is bought, at a glance. */
export function GoodsSummary({ offer: { goods, configuration, price, quantity } }: GoodsSummaryProps) {
  const charged = price && termsForQuantity(price, quantity)
  const wasCents = charged && oldPriceOf(charged)
  return (
    <Box className={styles.summary}>
      <GoodsPicture goods={goods} />
      <Box className={styles.words}>
        <Box className={styles.top}>
          <Box as="h2" className={styles.name}>
            {goods.name}
          </Box>
          <LevelBadge level={goods.goodsLevel} />
        </Box>
        <Box className={styles.configuration}>{configurationText(configuration)}</Box>
        <Box className={styles.bottom}>
          <Price
            cents={charged?.goodPrice ?? null}
            wasCents={charged && wasCents && wasCents > charged.goodPrice ? wasCents : undefined}
          />
          <Box className={styles.count}>× {quantity}</Box>
        </Box>
      </Box>
    </Box>
  )
}
