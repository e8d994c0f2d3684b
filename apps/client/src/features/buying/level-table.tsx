import type { Goods } from '@yunji/contract/commodity/goods-schema'
import { Card } from '../../shared/ui/card.tsx'
import { Cell } from '../../shared/ui/cell.tsx'
import { Box } from '../../shared/ui/elements'
import { LevelBadge } from '../../shared/ui/level-badge.tsx'
import { Price } from '../../shared/ui/price.tsx'
import { soldConfigurations } from './choice.ts'
import styles from './goods-details.module.css'
import { hardwareText } from './words.ts'

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

/** What differs between the levels, one under the other. */
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
