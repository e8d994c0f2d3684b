import { type ZonesProps, ZoneTiles } from '../../../../shared/commerce/zone-tiles.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import styles from './offer-cards.module.css'

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
