import { formatYuan } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import { pathOf } from '@yunji/contract/pages'
import { Breakdown } from '../../../shared/commerce/breakdown.tsx'
import { CouponCell } from '../../../shared/commerce/coupon-cell.tsx'
import { hoursText } from '../../../shared/commerce/order-text.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { OptionGrid, OptionTile } from '../../../shared/ui/choice/option-tile.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Price } from '../../../shared/ui/price/price.tsx'
import { StockBars } from '../../../shared/ui/price/stock-bars.tsx'
import styles from './change.module.css'
import type { Change } from './change-order.ts'
import { Comparison } from './comparison.tsx'
import { extraTimeText, fitText, isSoldOut } from './terms.ts'

/** Link for a device that cannot be changed or loaded. */
export const backHome = (
  <Button variant="outline" size="medium" isNarrow to={pathOf('Home/index')}>
    返回云手机
  </Button>
)

interface PartProps {
  readonly change: Change
}

function Targets({ change: { targets, target, chooseTarget } }: PartProps) {
  return (
    <Card>
      {targets.map((each) => {
        const { configId, cpuCores, memoryGb, storageGb, version } = each.configuration
        return (
          <Cell
            key={configId}
            title={`${cpuCores} 核 · ${memoryGb} GB · ${storageGb} GB`}
            sub={
              <Box className={styles.target}>
                {`${each.goodsName} · ${version}`}
                <StockBars status={each.inventoryStatus} />
              </Box>
            }
            choice="radio"
            isChecked={each === target}
            isDisabled={isSoldOut(each)}
            onTap={() => chooseTarget(configId)}
          />
        )
      })}
    </Card>
  )
}

function Durations({ change: { target, offer, chooseHours } }: PartProps) {
  if (!target || !offer) return null
  return (
    <Card title="使用时长" isPadded note={`用到 ${formatDate(offer.expiresAt)}`}>
      <OptionGrid label="使用时长">
        {target.offers.map((each) => (
          <OptionTile
            key={each.id}
            title={hoursText(each.goodTime)}
            value={<Price cents={each.payableCents} dropsZeros />}
            note={each.payableCents === 0 ? '无需支付' : undefined}
            isSelected={each === offer}
            onTap={() => chooseHours(each.goodTime)}
          />
        ))}
      </OptionGrid>
    </Card>
  )
}

/** Values that become less, and whether the content of the phone still fits. */
function Losses({ change: { losses, fit, usedBytes, isPaid } }: PartProps) {
  if (!losses) return null
  return (
    <Card title="变更后会减少" isPadded>
      <Box className={styles.losses}>{losses}</Box>
      {fit && <Box className={styles.fit}>{fitText(fit, usedBytes, isPaid)}</Box>}
    </Card>
  )
}

function Terms({ change }: PartProps) {
  const { offer, isPaid, coupons, couponCents, payableCents } = change
  if (!offer || payableCents === undefined) return null
  const extra = extraTimeText(offer.extraSeconds)
  const lines = couponCents > 0 ? [...offer.lines, { label: '优惠券', amountCents: -couponCents }] : offer.lines
  return (
    <Card>
      {isPaid && <CouponCell choice={coupons} />}
      {extra && <Cell title="剩余价值折成时长" value={`多用 ${extra}`} />}
      <Box className={styles.lines}>
        <Breakdown lines={lines} payableCents={payableCents} />
      </Box>
    </Card>
  )
}

/** A change: targets, durations and price. */
export function ChangeParts({ change }: PartProps) {
  const { device, targets, target, rows } = change
  return (
    <Box className={styles.page}>
      <Card>
        <Cell
          title={device.name}
          isTitleLarge
          sub={`${device.zoneName} · ${formatDate(device.expiresAt, 'YYYY-MM-DD HH:mm')} 到期`}
          value={`剩余价值 ¥${formatYuan(device.creditCents)}`}
        />
      </Card>
      {targets.length > 1 && <Targets change={change} />}
      {target && (
        <Card isPadded>
          <Comparison device={device} target={target} rows={rows} />
        </Card>
      )}
      <Durations change={change} />
      <Losses change={change} />
      <Terms change={change} />
      <Box as="ul" className={styles.note}>
        <Box as="li" className={styles.item}>
          剩余价值按实付金额和剩余时间折算，多出的部分折成时长，不退现金
        </Box>
        <Box as="li" className={styles.item}>
          报价 10 分钟内有效；新的时长从报价时刻起算，支付和变更所用的时间也计入
        </Box>
        <Box as="li" className={styles.item}>
          变更失败时设备保持原样，到期时间不变，已付款项原路退回
        </Box>
        <Box as="li" className={styles.item}>
          变更需要几分钟，应用和数据都保留，期间设备不能使用
        </Box>
      </Box>
    </Box>
  )
}
