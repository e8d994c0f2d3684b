import type { SeckillItem, SeckillWindow } from '@yunji/contract/commerce/commodity/schema'
import { useState } from 'react'
import { ReturnRule } from '../../../../shared/commerce/breakdown.tsx'
import { CouponCell } from '../../../../shared/commerce/coupon-cell.tsx'
import { useOrderCoupons } from '../../../../shared/commerce/order-coupons.ts'
import { ZoneTiles } from '../../../../shared/commerce/zone-tiles.tsx'
import { serverClock } from '../../../../shared/platform/app/clock.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { FactRow } from '../../../../shared/ui/card/fact-row.tsx'
import { NoticeBar } from '../../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { NumberBox } from '../../../../shared/ui/field/number-box.tsx'
import { alert } from '../../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { BottomBar } from '../../../../shared/ui/page/bottom-bar.tsx'
import { Price } from '../../../../shared/ui/price/price.tsx'
import { chosenZone } from '../choice.ts'
import { useZones } from '../goods.ts'
import { configurationText, durationText } from '../goods-text.ts'
import { emptySelection } from '../selection.ts'
import { useSeckillOrder } from './seckill.ts'
import { leftFor, orderState } from './seckill-rules.ts'
import styles from './seckill-sheet.module.css'

interface SeckillSheetProps {
  readonly isOpen: boolean
  readonly item: SeckillItem
  readonly window: SeckillWindow
  readonly onClose: () => void
}

/** Zone and quantity of a flash sale order. */
export function SeckillSheet({ isOpen, item, window, onClose }: SeckillSheetProps) {
  const [selection, setSelection] = useState(emptySelection)
  const { order, isBusy, problem, forget } = useSeckillOrder()
  const zones = useZones(isOpen ? item.configuration.configId : undefined).data?.zones
  const zone = zones && chosenZone(zones, selection)
  const most = leftFor(item)
  const { text, canOrder } = orderState(item, window, serverClock())
  const quantity = Math.max(1, Math.min(selection.quantity, most))
  const coupons = useOrderCoupons(
    isOpen && canOrder
      ? { kind: 'seckill', activityId: window.activityId, items: [{ id: item.id, quantity }] }
      : undefined,
  )
  const { chosen } = coupons
  const totalCents = item.goodPrice * quantity - (chosen?.discountCents ?? 0)
  const take = () =>
    zone &&
    order({
      activityId: window.activityId,
      id: item.id,
      quantity,
      goodPrice: item.goodPrice,
      zoneId: zone.zoneId,
      totalCents,
      ...(chosen && { couponId: chosen.coupon.id }),
    })
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Sheet
      isOpen={isOpen}
      title={item.goodsName}
      onClose={close}
      footer={
        <BottomBar summary={<Price cents={totalCents} size={28} isSaving />} note={`限购 ${item.perUserLimit} 台`}>
          <Button isBusy={isBusy} isDisabled={!zone || !canOrder || coupons.isOpen} onTap={take}>
            {zones && !zone ? '暂时售罄' : text}
          </Button>
        </BottomBar>
      }
    >
      <Box className={styles.content}>
        {problem && <NoticeBar tone="dead" icon={alert} text={problem} />}
        <Box>
          <FactRow name="配置">{configurationText(item.configuration)}</FactRow>
          <FactRow name="时长">{durationText({ goodTime: item.goodTime, isMetered: false })}</FactRow>
        </Box>
        <ZoneTiles
          zones={zones}
          chosenId={zone?.zoneId}
          onChoose={(zoneId) => setSelection((before) => ({ ...before, zoneId }))}
        />
        <Box className={styles.quantity}>
          数量
          <NumberBox
            label="数量"
            value={quantity}
            maximum={Math.max(1, most)}
            onChange={(value) => setSelection((before) => ({ ...before, quantity: value }))}
          />
        </Box>
        <Box className={styles.rows}>
          {canOrder && <CouponCell choice={coupons} />}
          <ReturnRule />
        </Box>
      </Box>
    </Sheet>
  )
}
