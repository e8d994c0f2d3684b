import type { Goods } from '@yunji/contract/commerce/commodity/schema'
import { oldPriceOf, termsForQuantity } from '@yunji/contract/commerce/commodity/terms'
import { client } from '../../../../shared/platform/app/client'
import { LevelBadge } from '../../../../shared/ui/badge/level-badge.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { Picture } from '../../../../shared/ui/picture/picture'
import { BeansPrice, Price } from '../../../../shared/ui/price/price.tsx'
import { configurationText } from '../goods-text.ts'
import type { Offer } from '../offer.ts'
import styles from './goods-summary.module.css'

interface GoodsPictureProps {
  readonly goods: Pick<Goods, 'picture'>
}

/** A phone of the model, beside its name. */
function GoodsPicture({ goods: { picture } }: GoodsPictureProps) {
  return <Picture className={styles.picture} src={client.apiBase + picture} />
}

interface GoodsSummaryProps {
  readonly offer: Offer
}

/** Summary of the product. */
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
          {price?.isMetered && charged ? (
            <BeansPrice cents={charged.goodPrice} per="/小时" />
          ) : (
            <Price
              cents={charged?.goodPrice ?? null}
              wasCents={charged && wasCents && wasCents > charged.goodPrice ? wasCents : undefined}
            />
          )}
          <Box className={styles.count}>× {quantity}</Box>
        </Box>
      </Box>
    </Box>
  )
}
