import type { ZoneOption } from '@yunji/contract/devices/move/schema'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { SectionTitle } from '../../../shared/ui/card/section-title.tsx'
import { ChoiceGroup } from '../../../shared/ui/choice/choice-group'
import { Tick } from '../../../shared/ui/choice/tick.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { reboot } from '../../../shared/ui/icon/device.ts'
import { StockBars } from '../../../shared/ui/price/stock-bars.tsx'
import { isInStock, type Latency, latencyPercent, latencyTone } from './latency.ts'
import styles from './moves.module.css'

/** Milliseconds in the colour of their tone; a dash where the zone did not answer. */
export function LatencyText({ of: latency, isMeasuring }: { readonly of: Latency; readonly isMeasuring: boolean }) {
  if (typeof latency === 'number') return <Box className={styles[latencyTone(latency)]}>{`${latency} ms`}</Box>
  return <Box className={styles.unknown}>{isMeasuring || latency === undefined ? '测速中' : '未测到'}</Box>
}

function LatencyBar({ latency }: { readonly latency: Latency }) {
  if (typeof latency !== 'number') return null
  const tone = latencyTone(latency)
  return (
    <Box className={styles.groove} isDecoration>
      <Box className={classes(styles.fill, styles[`${tone}Fill`])} style={{ width: `${latencyPercent(latency)}%` }} />
    </Box>
  )
}

interface ZoneListProps {
  readonly zones: readonly ZoneOption[]
  readonly chosenId: number | undefined
  readonly recommendedId: number | undefined
  readonly latencyOf: (gatewayUrl: string) => Latency
  readonly isMeasuring: boolean
  readonly onMeasure: () => unknown
  readonly onChoose: (zoneId: number) => void
}

/** Zones with their stock and latency, one of which is chosen. */
export function ZoneList({
  zones,
  chosenId,
  recommendedId,
  latencyOf,
  isMeasuring,
  onMeasure,
  onChoose,
}: ZoneListProps) {
  return (
    <>
      <Box className={styles.heading}>
        <SectionTitle
          note={
            <TextLink icon={reboot} isDisabled={isMeasuring} onTap={() => void onMeasure()}>
              {isMeasuring ? '测速中' : '重新测速'}
            </TextLink>
          }
        >
          可选区域
        </SectionTitle>
      </Box>
      <Card>
        <ChoiceGroup role="radiogroup" label="可选区域">
          {zones.map((zone) => (
            <Tap
              key={zone.zoneId}
              className={classes(styles.zone, !isInStock(zone) && styles.soldOut)}
              choice="radio"
              isChecked={zone.zoneId === chosenId}
              isDisabled={!isInStock(zone)}
              onTap={() => onChoose(zone.zoneId)}
            >
              <Tick isOn={zone.zoneId === chosenId} />
              <Box className={styles.row}>
                <Box className={styles.words}>
                  <Box className={styles.zoneName}>
                    {zone.name}
                    {zone.zoneId === recommendedId && <Tag tone="brand">推荐</Tag>}
                  </Box>
                  <StockBars status={zone.inventoryStatus} />
                </Box>
                <Box className={styles.latency}>
                  <LatencyText of={latencyOf(zone.gatewayUrl)} isMeasuring={isMeasuring} />
                  <LatencyBar latency={latencyOf(zone.gatewayUrl)} />
                </Box>
              </Box>
            </Tap>
          ))}
        </ChoiceGroup>
      </Card>
    </>
  )
}
