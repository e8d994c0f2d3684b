import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import { OptionGrid, OptionTile } from '../ui/choice/option-tile.tsx'
import { StockBars } from '../ui/price/stock-bars.tsx'
import { Bone, Skeleton } from '../ui/skeleton/skeleton.tsx'

export interface ZonesProps {
  /** Undefined until loaded. */
  readonly zones: readonly ZoneStock[] | undefined
  readonly chosenId: number | undefined
  readonly onChoose: (zoneId: number) => void
}

/** Choice of the zone, with its stock. */
export function ZoneTiles({ zones, chosenId, onChoose }: ZonesProps) {
  if (!zones) {
    return (
      <Skeleton>
        <Bone height={60} shape="block" />
      </Skeleton>
    )
  }
  return (
    <OptionGrid label="区域" isWide>
      {zones.map(({ zoneId, name, inventoryStatus }) => (
        <OptionTile
          key={zoneId}
          title={name}
          note={<StockBars status={inventoryStatus} />}
          isStart
          isSelected={zoneId === chosenId}
          isDisabled={inventoryStatus === InventoryStatus.insufficient}
          onTap={() => onChoose(zoneId)}
        />
      ))}
    </OptionGrid>
  )
}
