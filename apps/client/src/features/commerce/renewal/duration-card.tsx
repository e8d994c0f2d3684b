import { formatCount } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'
import { hoursText } from '../../../shared/commerce/order-text.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Price } from '../../../shared/ui/price/price.tsx'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { latestEnd, reductionOf } from './choice.ts'
import styles from './renewal.module.css'
import type { Renewal } from './renewal.ts'

interface DurationCardProps {
  readonly renewal: Renewal
}

function Durations({ renewal }: DurationCardProps) {
  const { deviceIds, prices, option, setHours } = renewal
  return (
    <Async
      of={prices}
      loading={
        <Skeleton>
          <Bone height={84} shape="block" />
        </Skeleton>
      }
      isEmpty={({ options }) => options.length === 0}
      empty={<Box className={styles.nothing}>所选设备没有共同的时长，请分开续费</Box>}
    >
      {({ options }) => (
        <OptionGrid label="续费时长">
          {options.map((each) => {
            const tip = reductionOf(each)
            return (
              <OptionTile
                key={each.goodTime}
                title={hoursText(each.goodTime)}
                value={<Price cents={each.totalCents} isSaving={tip !== undefined && each === option} dropsZeros />}
                note={`共 ${formatCount(deviceIds.length)} 台`}
                tip={tip}
                isSelected={each === option}
                onTap={() => setHours(each.goodTime)}
              />
            )
          })}
        </OptionGrid>
      )}
    </Async>
  )
}

/** Choice of the duration, with its total. */
export function DurationCard({ renewal }: DurationCardProps) {
  const { deviceIds, option } = renewal
  return (
    <Card title="续费时长" isPadded note={option && `最晚续至 ${formatDate(latestEnd(option))}`}>
      {deviceIds.length > 0 ? (
        <Durations renewal={renewal} />
      ) : (
        <Box className={styles.nothing}>选择设备后显示可续的时长和价格</Box>
      )}
    </Card>
  )
}
