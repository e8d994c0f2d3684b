import { InventoryStatus } from '@yunji/contract/commodity/enums'
import type { ZoneStock } from '@yunji/contract/commodity/goods-schema'
import { Card } from '../../shared/ui/card.tsx'
import { Box } from '../../shared/ui/elements'
import { OptionGrid, OptionTile } from '../../shared/ui/option-tile.tsx'
import { Bone, Skeleton } from '../../shared/ui/skeleton.tsx'
import { StockBars } from '../../shared/ui/stock-bars.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import styles from './offer-cards.module.css'

interface ZonesProps {
  /** Nothing until they are known. */
  readonly zones: readonly ZoneStock[] | undefined
  readonly chosenId: number | undefined
  readonly onChoose: (zoneId: number) => void
}

/** Where the phone stands, and how many there are of it there. */
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
