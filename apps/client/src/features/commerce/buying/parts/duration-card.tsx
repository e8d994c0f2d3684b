import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { oldPriceOf, termsForQuantity } from '@yunji/contract/commerce/commodity/terms'
import { formatYuan } from '@yunji/contract/display/money'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { OptionGrid, OptionTile } from '../../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { BeansPrice, Price, WasPrice } from '../../../../shared/ui/price/price.tsx'
import { Bone, Skeleton } from '../../../../shared/ui/skeleton/skeleton.tsx'
import { durationText, reductionText } from '../goods-text.ts'
import type { Selection } from '../selection.ts'
import styles from './offer-cards.module.css'

interface DurationTileProps {
  readonly price: GoodsPrice
  readonly quantity: number
  readonly isSelected: boolean
  readonly onTap: () => void
}

function DurationTile({ price, quantity, isSelected, onTap }: DurationTileProps) {
  const tip = reductionText(price, quantity)
  const { goodPrice } = termsForQuantity(price, quantity)
  const wasCents = oldPriceOf(price)
  return (
    <OptionTile
      title={durationText(price)}
      value={
        price.isMetered ? (
          <BeansPrice cents={goodPrice} size={20} isAlone />
        ) : (
          <Price cents={goodPrice} size={20} dropsZeros isSaving={tip !== undefined} />
        )
      }
      note={
        price.isMetered ? (
          `每小时 ¥${formatYuan(goodPrice)}`
        ) : wasCents && wasCents > goodPrice ? (
          <WasPrice cents={wasCents} dropsZeros />
        ) : undefined
      }
      tip={tip}
      isSelected={isSelected}
      onTap={onTap}
    />
  )
}

/** Metered against prepaid, where an hour of each is sold. */
const meteredText = (prices: readonly GoodsPrice[]): string => {
  const metered = '「按小时」每小时从云豆扣一次，用到你关机为止'
  const hour = prices.find(({ isMetered, goodTime }) => !isMetered && goodTime === 1)
  return hour ? `「${durationText(hour)}」一次付清，到点结束；${metered}` : metered
}

interface DurationsProps {
  readonly prices: readonly GoodsPrice[] | undefined
  readonly chosenId: number | undefined
  readonly quantity: number
  readonly onChoose: (selection: Pick<Selection, 'goodTime' | 'isMetered'>) => void
}

/** Choice of the duration, with its price for this buyer. */
export function DurationTiles({ prices, chosenId, quantity, onChoose }: DurationsProps) {
  if (!prices) {
    return (
      <Skeleton>
        <Bone height={88} shape="block" />
      </Skeleton>
    )
  }
  return (
    <>
      <OptionGrid label="时长">
        {prices.map((price) => (
          <DurationTile
            key={price.id}
            price={price}
            quantity={quantity}
            isSelected={price.id === chosenId}
            onTap={() => onChoose({ goodTime: price.goodTime, isMetered: price.isMetered })}
          />
        ))}
      </OptionGrid>
      {prices.some(({ isMetered }) => isMetered) && (
        <Box as="p" className={styles.metered}>
          {meteredText(prices)}
        </Box>
      )}
    </>
  )
}

interface DurationCardProps extends DurationsProps {
  readonly hasFailed: boolean
  readonly onRetry: () => void
}

export function DurationCard({ hasFailed, onRetry, ...durations }: DurationCardProps) {
  return (
    <Card title="时长" note="到期前可随时续费" isPadded className={styles.durations}>
      {hasFailed ? (
        <Box className={styles.failed}>
          价格没有读到
          <TextLink onTap={onRetry}>重试</TextLink>
        </Box>
      ) : (
        <DurationTiles {...durations} />
      )}
    </Card>
  )
}
