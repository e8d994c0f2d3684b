import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import { useState } from 'react'
import { Card } from '../../../shared/ui/card/card.tsx'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Price, WasPrice } from '../../../shared/ui/price/price.tsx'
import { StockBars } from '../../../shared/ui/price/stock-bars.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Specimen } from '../specimen.tsx'

const durations = [
  { title: '7 天', cents: 1490 },
  { title: '30 天', cents: 2990, wasCents: 4990, tip: '首购价' },
  { title: '90 天', cents: 12_900, wasCents: 14_970, tip: '9 折' },
  { title: '365 天', cents: 46_900, wasCents: 59_880 },
]

const packs = [
  { title: '1,000', note: '¥10' },
  { title: '3,000', note: '¥30', tip: '送 100' },
  { title: '5,000', note: '¥50', tip: '送 300' },
  { title: '20,000', note: '¥200', tip: '送 2,000' },
]

const zones = [
  { title: '华东 · 上海', status: InventoryStatus.adequate },
  { title: '华南 · 广州', status: InventoryStatus.normal },
  { title: '华北 · 北京', status: InventoryStatus.nervous },
  { title: '西南 · 成都', status: InventoryStatus.insufficient },
]

function Durations() {
  const [chosen, setChosen] = useState('30 天')
  return (
    <Card title="时长" note="到期前可随时续费" isPadded>
      <OptionGrid label="时长">
        {durations.map(({ title, cents, wasCents, tip }) => (
          <OptionTile
            key={title}
            title={title}
            tip={tip}
            value={<Price cents={cents} size={20} isSaving={tip !== undefined} dropsZeros />}
            note={wasCents && <WasPrice cents={wasCents} dropsZeros />}
            isSelected={chosen === title}
            onTap={() => setChosen(title)}
          />
        ))}
      </OptionGrid>
    </Card>
  )
}

function Packs() {
  const [chosen, setChosen] = useState('5,000')
  return (
    <OptionGrid label="充值数量" isWide>
      {packs.map(({ title, note, tip }) => (
        <OptionTile
          key={title}
          title={title}
          isTitleLarge
          note={note}
          tip={tip}
          isSelected={chosen === title}
          onTap={() => setChosen(title)}
        />
      ))}
    </OptionGrid>
  )
}

function Zones() {
  const [chosen, setChosen] = useState('华东 · 上海')
  return (
    <OptionGrid label="区域" isWide>
      {zones.map(({ title, status }) => (
        <OptionTile
          key={title}
          title={title}
          note={<StockBars status={status} />}
          isStart
          isSelected={chosen === title}
          isDisabled={status === InventoryStatus.insufficient}
          onTap={() => setChosen(title)}
        />
      ))}
    </OptionGrid>
  )
}

function Content() {
  return (
    <>
      <Specimen title="prices, with a tip" isWide>
        <Durations />
      </Specimen>
      <Specimen title="amounts">
        <Packs />
      </Specimen>
      <Specimen title="places with their stock, the last not available">
        <Zones />
      </Specimen>
    </>
  )
}

export const optionsSection: GallerySection = { id: 'options', title: '选项块', Content }
