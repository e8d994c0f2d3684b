import type { ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'
import { formatCount } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { Breakdown } from '../../../shared/commerce/breakdown.tsx'
import { CouponCell } from '../../../shared/commerce/coupon-cell.tsx'
import { hoursText } from '../../../shared/commerce/order-text.ts'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import styles from './change.module.css'
import { type Monthly, useMonthly } from './monthly.ts'
import { hourlyCents, savedPercent } from './monthly-terms.ts'

interface PartProps {
  readonly monthly: Monthly
}

function Devices({ monthly, devices }: PartProps & { readonly devices: readonly ToMonthlyDevice[] }) {
  return (
    <Card>
      {devices.map((device) => (
        <Cell
          key={device.deviceId}
          title={
            <Box className={styles.target}>
              {device.name}
              <LevelBadge level={device.goodsLevel} />
            </Box>
          }
          sub={`${device.zoneName} · 每小时 ${formatBeans(device.hourCents)} 云豆`}
          value={<Price cents={device.goodPrice} per={`/${hoursText(device.goodTime)}`} />}
          isChecked={monthly.deviceIds.includes(device.deviceId)}
          onTap={() => monthly.toggle(device)}
        />
      ))}
    </Card>
  )
}

/** Hourly price against the monthly one. */
function WhatChanges({ device }: { readonly device: ToMonthlyDevice }) {
  const percent = savedPercent(device)
  return (
    <Card title="转换后有什么变化" isPadded note={percent > 0 && `省 ${percent}%`}>
      <FactRow name="计费方式">按小时扣云豆 → 包月</FactRow>
      <FactRow name={`${hoursText(device.goodTime)}的费用`}>
        {`${formatBeans(hourlyCents(device))} 云豆 → ¥${formatYuan(device.goodPrice)}`}
      </FactRow>
      <FactRow name="已付的一小时">剩下的时间加到包月里</FactRow>
      <FactRow name="转换后用到">{formatDate(device.expiresAt, 'YYYY-MM-DD HH:mm')}</FactRow>
      <FactRow name="设备和数据">不变</FactRow>
    </Card>
  )
}

function Terms({ monthly }: PartProps) {
  const { chosen, coupons, discountCents, payableCents } = monthly
  const [one] = chosen
  if (!one || payableCents === undefined) return null
  const lines = [
    ...chosen.map(({ name, goodPrice }) => ({ label: name, amountCents: goodPrice })),
    ...(discountCents > 0 ? [{ label: '优惠券', amountCents: -discountCents }] : []),
  ]
  return (
    <>
      <WhatChanges device={one} />
      <Card>
        <CouponCell choice={coupons} />
        <Box className={styles.lines}>
          <Breakdown lines={lines} payableCents={payableCents} />
        </Box>
      </Card>
    </>
  )
}

interface MonthlyPageProps {
  /** Chosen at once; 0 for none. */
  readonly deviceId: number
}

/** Devices that are paid for by the hour become monthly ones. */
export function MonthlyPage({ deviceId }: MonthlyPageProps) {
  const monthly = useMonthly(deviceId)
  const { options, chosen, payableCents, discountCents, isReady, pay } = monthly
  const hasDevices = (options.data?.devices.length ?? 0) > 0
  return (
    <Page
      route="CloudBeanToMonthly/index"
      footer={
        hasDevices && (
          <BottomBar
            summary={<Price cents={payableCents ?? null} size={28} />}
            note={discountCents > 0 ? `已优惠 ¥${formatYuan(discountCents)}` : `已选 ${formatCount(chosen.length)} 台`}
            isSaving={discountCents > 0}
          >
            <Button isDisabled={!isReady} onTap={pay}>
              转为包月
            </Button>
          </BottomBar>
        )
      }
    >
      <Async
        of={options}
        loading={<RowsSkeleton rows={4} />}
        isEmpty={({ devices }) => devices.length === 0}
        empty={
          <Empty illustration={noDevices} title="没有按时计费的设备" hint="按小时计费的云手机可以在这里转为包月">
            <Button variant="outline" size="medium" isNarrow to={pathOf('Home/create')}>
              创建云手机
            </Button>
          </Empty>
        }
      >
        {({ devices }) => (
          <Box className={styles.page}>
            <Devices monthly={monthly} devices={devices} />
            <Terms monthly={monthly} />
          </Box>
        )}
      </Async>
    </Page>
  )
}
