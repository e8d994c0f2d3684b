import { getChangeOptions } from '@yunji/contract/commerce/change/calls'
import type { ChangeTarget } from '@yunji/contract/commerce/change/schema'
import { pathOf } from '@yunji/contract/pages'
import { useCall } from '../../../shared/api/query.ts'
import { NoDeviceChosen } from '../../../shared/devices/no-device-chosen.tsx'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { StockBars } from '../../../shared/ui/price/stock-bars.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import styles from './change.module.css'
import { backHome } from './change-parts.tsx'
import { chosenOffer, chosenTarget } from './terms.ts'

/** The configurations of each model, together. */
const modelsOf = (targets: readonly ChangeTarget[]): ReadonlyMap<number, readonly ChangeTarget[]> => {
  const models = new Map<number, ChangeTarget[]>()
  for (const target of targets) models.set(target.goodId, [...(models.get(target.goodId) ?? []), target])
  return models
}

interface ModelProps {
  readonly deviceId: number
  readonly configurations: readonly ChangeTarget[]
}

function Model({ deviceId, configurations }: ModelProps) {
  const target = chosenTarget(configurations, undefined)
  const offer = chosenOffer(target, undefined)
  if (!target || !offer) return null
  const { cpuCores, memoryGb, storageGb } = target.configuration
  return (
    <Card>
      <Cell
        title={
          <Box className={styles.target}>
            {target.goodsName}
            <LevelBadge level={target.goodsLevel} />
          </Box>
        }
        isTitleLarge
        sub={
          <>
            <Box>{`${cpuCores} 核 · ${memoryGb} GB · ${storageGb} GB${configurations.length > 1 ? ` 等 ${configurations.length} 种` : ''}`}</Box>
            <StockBars status={target.inventoryStatus} />
          </>
        }
        value={<Price cents={offer.payableCents} dropsZeros />}
        to={`${pathOf('Device/upOrDownConfig')}?deviceId=${deviceId}&goodId=${target.goodId}`}
      />
    </Card>
  )
}

interface ModelPageProps {
  readonly deviceId: number
}

/** Target models with the price after the device's remaining value. */
export function ModelPage(props: ModelPageProps) {
  return props.deviceId ? <Models {...props} /> : <NoDeviceChosen route="Device/selectDevice" />
}

function Models({ deviceId }: ModelPageProps) {
  const options = useCall(getChangeOptions, { deviceId: String(deviceId) })
  return (
    <Page route="Device/selectDevice">
      <Async
        of={options}
        loading={<RowsSkeleton rows={5} />}
        elsewhere={backHome}
        isEmpty={({ models }) => models.length === 0}
        empty={
          <Empty illustration={noDevices} title="没有可以更换的型号" hint="这台设备所在的区域目前没有其他型号">
            {backHome}
          </Empty>
        }
      >
        {({ models }) => (
          <Box className={styles.page}>
            {[...modelsOf(models)].map(([goodId, configurations]) => (
              <Model key={goodId} deviceId={deviceId} configurations={configurations} />
            ))}
            <Box as="p" className={styles.note}>
              显示的是减去剩余价值后 30 天应付的金额
            </Box>
          </Box>
        )}
      </Async>
    </Page>
  )
}
