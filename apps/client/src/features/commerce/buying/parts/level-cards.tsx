import { goodsLevelLabels } from '@yunji/contract/commerce/commodity/enums'
import type { Goods } from '@yunji/contract/commerce/commodity/schema'
import { ChoiceGroup } from '../../../../shared/ui/choice/choice-group'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { Price } from '../../../../shared/ui/price/price.tsx'
import styles from './level-cards.module.css'

interface LevelCardsProps {
  readonly goods: readonly Goods[]
  readonly chosenId: number
  readonly onChoose: (goods: Goods) => void
}

/** `轻量挂机，省心省钱` says its point first. */
const shortTagline = (tagline: string): string => tagline.split('，', 1)[0] ?? tagline

/** The models, each of its level; as many as fit, and the others a swipe away. */
export function LevelCards({ goods, chosenId, onChoose }: LevelCardsProps) {
  return (
    <ChoiceGroup className={styles.row} role="radiogroup" label="型号" isFollowed>
      {goods.map((each) => {
        const isChosen = each.goodId === chosenId
        return (
          <Tap
            key={each.goodId}
            className={classes(styles.card, isChosen && styles.chosen, styles[`lv${each.goodsLevel}`])}
            choice="radio"
            isChecked={isChosen}
            isTabStop={isChosen}
            onTap={() => onChoose(each)}
          >
            <Box className={styles.name}>{goodsLevelLabels[each.goodsLevel]}</Box>
            <Box className={styles.tagline}>{shortTagline(each.tagline)}</Box>
            <Box className={styles.price}>
              {each.monthFromCents === null ? (
                '按时计费'
              ) : (
                <Price cents={each.monthFromCents} dropsZeros per={'\u00a0起/月'} />
              )}
            </Box>
          </Tap>
        )
      })}
    </ChoiceGroup>
  )
}
