import type { Goods } from '@yunji/contract/commerce/commodity/schema'
import { LevelBadge } from '../../../../shared/ui/badge/level-badge.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { Cell } from '../../../../shared/ui/card/cell.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { Price } from '../../../../shared/ui/price/price.tsx'
import { soldConfigurations } from '../choice.ts'
import styles from '../details/goods-details.module.css'
import { hardwareText } from '../goods-text.ts'

interface LevelTableProps {
  readonly goods: readonly Goods[]
  readonly chosenId: number
  readonly onChoose: (goods: Goods) => void
}

/** The plainest that a model comes with. */
const leastText = (goods: Goods): string => {
  const [least] = soldConfigurations(goods)
  return least ? `${hardwareText(least)} · ${least.storageGb} GB 起` : ''
}

/** Comparison of the levels. */
export function LevelTable({ goods, chosenId, onChoose }: LevelTableProps) {
  return (
    <Card title="各档对比" note="点选切换" className={styles.levels}>
      {goods.map((each) => (
        <Cell
          key={each.goodId}
          title={
            <Box className={styles.level}>
              <LevelBadge level={each.goodsLevel} />
              {each.tagline}
            </Box>
          }
          sub={`${leastText(each)} · ${each.tags.join(' · ')}`}
          value={<Price cents={each.monthFromCents} dropsZeros per={'\u00a0起/月'} />}
          choice="radio"
          isChecked={each.goodId === chosenId}
          onTap={() => onChoose(each)}
        />
      ))}
    </Card>
  )
}
