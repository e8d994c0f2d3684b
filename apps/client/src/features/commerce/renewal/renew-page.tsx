import { formatYuan } from '@yunji/contract/display/money'
import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { Breakdown } from '../../../shared/commerce/breakdown.tsx'
import { CouponCell } from '../../../shared/commerce/coupon-cell.tsx'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Tick } from '../../../shared/ui/choice/tick.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { down } from '../../../shared/ui/icon/controls.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { AutoRenewCard } from './auto-renew-card.tsx'
import { renewLines } from './choice.ts'
import { DurationCard } from './duration-card.tsx'
import { RenewRow } from './renew-row.tsx'
import styles from './renewal.module.css'
import { type Renewal, useRenewal } from './renewal.ts'

/** Number of rows that fit on screen together with the durations. */
const ROWS_AT_FIRST = 4

interface PartProps {
  readonly renewal: Renewal
}

function Devices({ renewal }: PartProps) {
  const { list, devices, total, deviceIds, isAll, toggle, chooseAll } = renewal
  const nowMs = useMinute()
  const [isWhole, setWhole] = useState(false)
  // Selected rows stay visible in the collapsed list.
  const seen = devices.map(({ deviceId }, index) => (deviceIds.includes(deviceId) ? index + 1 : 0))
  const shown = isWhole ? devices : devices.slice(0, Math.max(ROWS_AT_FIRST, ...seen))
  const hidden = total - shown.length
  const showMore = () => {
    if (shown.length < devices.length) setWhole(true)
    else if (!list.isFetching) void list.fetchNextPage()
  }
  return (
    <>
      <Box className={styles.head}>
        <Box className={styles.count} live="polite">{`已选 ${deviceIds.length} / ${formatCount(total)} 台`}</Box>
        <Tap className={styles.all} isChecked={isAll} onTap={() => chooseAll(!isAll)}>
          全选
          <Tick isOn={isAll} />
        </Tap>
      </Box>
      <Card>
        {shown.map((device) => (
          <RenewRow
            key={device.deviceId}
            device={device}
            nowMs={nowMs}
            isChosen={deviceIds.includes(device.deviceId)}
            onTap={() => toggle(device.deviceId)}
          />
        ))}
        {hidden > 0 && (
          <Tap className={styles.more} onTap={showMore}>
            {`展开其余 ${formatCount(hidden)} 台`}
            <Icon of={down} size={16} />
          </Tap>
        )}
      </Card>
    </>
  )
}

function Terms({ renewal }: PartProps) {
  const { devices, deviceIds, prices, option, coupons, discountCents, payableCents } = renewal
  const chosen = devices.filter(({ deviceId }) => deviceIds.includes(deviceId))
  return (
    <>
      <DurationCard renewal={renewal} />
      {option && payableCents !== undefined && (
        <Card>
          <CouponCell choice={coupons} />
          <Box className={styles.lines}>
            <Breakdown lines={renewLines(option, devices, discountCents)} payableCents={payableCents} />
          </Box>
        </Card>
      )}
      {(deviceIds.length === 0 || prices.isFetched) && <AutoRenewCard devices={chosen} hours={option?.goodTime} />}
    </>
  )
}

function NoDevices({ renewal: { filter, setFilter } }: PartProps) {
  if (filter === 'expiringSoon') {
    return (
      <Empty illustration={noDevices} title="没有快到期的设备" hint="24 小时内到期的设备会显示在这里">
        <Button variant="outline" size="medium" isNarrow onTap={() => setFilter('all')}>
          查看全部设备
        </Button>
      </Empty>
    )
  }
  return (
    <Empty illustration={noDevices} title="还没有可续费的设备" hint="创建云手机后，可以在这里续费">
      <Button size="medium" isNarrow to={pathOf('Home/create')}>
        创建云手机
      </Button>
    </Empty>
  )
}

interface RenewPageProps {
  /** Chosen at once. */
  readonly linkedIds: readonly number[]
}

/** More time for one's devices, the soonest to end first. */
export function RenewPage({ linkedIds }: RenewPageProps) {
  const renewal = useRenewal(linkedIds)
  const { list, hasLinked, devices, filter, setFilter, option, discountCents, payableCents, isReady, isBusy, pay } =
    renewal
  const savedCents = discountCents + Math.max(0, (option?.oldTotalCents ?? 0) - (option?.totalCents ?? 0))
  const isSoonOnly = filter === 'expiringSoon'
  return (
    <Page
      route="Renew/index"
      action={
        <TextLink tone="ink" onTap={() => setFilter(isSoonOnly ? 'all' : 'expiringSoon')}>
          {isSoonOnly ? '查看全部' : '仅看快到期'}
        </TextLink>
      }
      footer={
        hasLinked &&
        devices.length > 0 && (
          <BottomBar
            summary={<Price cents={payableCents ?? null} size={28} />}
            note={savedCents > 0 ? `已优惠 ¥${formatYuan(savedCents)}` : '续费时间从到期时间起算'}
            isSaving={savedCents > 0}
          >
            <Button isBusy={isBusy} isDisabled={!isReady} onTap={pay}>
              去支付
            </Button>
          </BottomBar>
        )
      }
    >
      <Async
        of={list}
        loading={<RowsSkeleton rows={4} />}
        isEmpty={() => hasLinked && devices.length === 0}
        empty={<NoDevices renewal={renewal} />}
      >
        {() => (
          <>
            <Devices renewal={renewal} />
            <Terms renewal={renewal} />
          </>
        )}
      </Async>
    </Page>
  )
}
