import {
  CouponType,
  couponScopeLabels,
  couponTypeLabels,
  couponViewLabels,
} from '@yunji/contract/commerce/coupon/enums'
import { useState } from 'react'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Ticket, TicketChoice } from '../../../shared/ui/ticket/ticket.tsx'
import { ticketDisplayOf } from '../../../shared/ui/ticket/ticket-display.ts'
import type { GallerySection } from '../specimen.tsx'
import { Specimen } from '../specimen.tsx'
import styles from './tickets.module.css'

const coupons = {
  cut: { couponType: CouponType.fullVolumeReduction, parValue: 2000, conditionsUse: 10_000 },
  free: { couponType: CouponType.noThresholdRoll, parValue: 500, conditionsUse: 0 },
  off: { couponType: CouponType.discountCoupon, parValue: 85, conditionsUse: 0 },
  first: { couponType: CouponType.firstRechargeCoupon, parValue: 1000, conditionsUse: 0 },
} as const

const use = (
  <Button variant="tint" size="small">
    去使用
  </Button>
)

function Wallet() {
  return (
    <Box className={styles.list}>
      <Ticket
        display={ticketDisplayOf(coupons.cut)}
        name="周年满减券"
        tag={<Tag tone="brand">{couponViewLabels[-1]}</Tag>}
        lines={['云手机通用', '2026-12-31 到期']}
        action={use}
      />
      <Ticket
        display={ticketDisplayOf(coupons.off)}
        name="旗舰专享折扣，一个很长很长的名字"
        lines={['限旗舰 30 天及以上', '2026-12-08 到期']}
        action={use}
      />
      <Ticket
        display={ticketDisplayOf(coupons.free)}
        name="新人无门槛券"
        tag={<Tag tone="soon">{couponViewLabels[-2]}</Tag>}
        lines={[couponScopeLabels[1], '2026-11-15 到期']}
        action={use}
      />
      <Ticket
        display={ticketDisplayOf(coupons.first)}
        name="云豆首充券"
        lines={['限云豆充值', '2026-12-15 到期']}
        action={use}
      />
      <Ticket
        display={ticketDisplayOf(coupons.cut, true)}
        name={couponTypeLabels[CouponType.fullVolumeReduction]}
        tag={<Tag>{couponViewLabels[-4]}</Tag>}
        lines={[couponScopeLabels[2], '2026-11-01 到期']}
      />
    </Box>
  )
}

function Picker() {
  const [chosen, setChosen] = useState('free')
  return (
    <Box className={styles.list}>
      {(['free', 'off'] as const).map((name) => (
        <TicketChoice
          key={name}
          display={ticketDisplayOf(coupons[name])}
          name={couponTypeLabels[coupons[name].couponType]}
          lines={['云手机通用', '2026-11-30 到期']}
          isChecked={chosen === name}
          onTap={() => setChosen(name)}
        />
      ))}
      <TicketChoice
        display={ticketDisplayOf(coupons.cut)}
        name="满减券"
        lines={['2026-12-31 到期']}
        reason="还差 70.10 元可用"
        isChecked={false}
        onTap={() => undefined}
      />
      <TicketChoice
        display={ticketDisplayOf(coupons.off)}
        name="云空间折扣券"
        lines={['2026-12-20 到期']}
        reason="所购商品不在适用范围"
        isChecked={false}
        onTap={() => undefined}
      />
    </Box>
  )
}

function Content() {
  return (
    <>
      <Specimen title="all kinds">
        <Wallet />
      </Specimen>
      <Specimen title="to choose from, the last two not usable">
        <Picker />
      </Specimen>
    </>
  )
}

export const ticketsSection: GallerySection = { id: 'tickets', title: '优惠券', Content }
