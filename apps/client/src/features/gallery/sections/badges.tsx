import { GoodsLevel, InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import { Badged, Dot } from '../../../shared/ui/badge/badge.tsx'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { StateBadge } from '../../../shared/ui/badge/state-badge.tsx'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { bell } from '../../../shared/ui/icon/icons.ts'
import { StockBars } from '../../../shared/ui/price/stock-bars.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'

const states = [
  ['run', '运行中'],
  ['soon', '剩 18 小时'],
  ['dead', '到期保留 1:42:08'],
  ['back', '备份中 62%'],
  ['off', '离线'],
] as const

function States({ isPlain }: { readonly isPlain?: boolean }) {
  return (
    <Row>
      {states.map(([tone, words]) => (
        <StateBadge key={tone} tone={tone} isPlain={isPlain}>
          {words}
        </StateBadge>
      ))}
    </Row>
  )
}

function Content() {
  return (
    <>
      <Specimen title="a dot; counts of 0, 3, 99, 100">
        <Row>
          <Dot />
          {[0, 3, 99, 100].map((count) => (
            <Badged key={count} count={count}>
              <Icon of={bell} />
            </Badged>
          ))}
        </Row>
      </Specimen>
      <Specimen title="state of a device">
        <States />
      </Specimen>
      <Specimen title="state, plain">
        <States isPlain />
      </Specimen>
      <Specimen title="level of goods">
        <Row>
          {Object.values(GoodsLevel).map((level) => (
            <LevelBadge key={level} level={level} />
          ))}
        </Row>
      </Specimen>
      <Specimen title="stock">
        <Row>
          {Object.values(InventoryStatus).map((status) => (
            <StockBars key={status} status={status} />
          ))}
        </Row>
      </Specimen>
      <Specimen title="tag">
        <Row>
          <Tag>已过期</Tag>
          <Tag tone="brand">新到</Tag>
          <Tag tone="promo">首购价 · 限 1 台</Tag>
          <Tag tone="soon">即将过期</Tag>
          <Tag tone="run">已实名</Tag>
          <Tag tone="dead">已冻结</Tag>
        </Row>
      </Specimen>
    </>
  )
}

export const badgesSection: GallerySection = { id: 'badges', title: '徽标与标签', Content }
