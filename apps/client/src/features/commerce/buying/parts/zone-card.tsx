import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { OptionGrid, OptionTile } from '../../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { StockBars } from '../../../../shared/ui/price/stock-bars.tsx'
import { Bone, Skeleton } from '../../../../shared/ui/skeleton/skeleton.tsx'
import styles from './offer-cards.module.css'

interface ZonesProps {
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

interface ZoneCardProps extends ZonesProps {
  readonly hasFailed: boolean
  readonly onRetry: () => void
}

export function ZoneCard({ hasFailed, onRetry, ...zones }: ZoneCardProps) {
  return (
    <Card title="区域" note="就近选择，操作更跟手" isPadded>
      {hasFailed ? (
        <Box className={styles.failed}>
          库存没有读到
          <TextLink onTap={onRetry}>重试</TextLink>
        </Box>
      ) : (
        <ZoneTiles {...zones} />
      )}
    </Card>
  )
}
