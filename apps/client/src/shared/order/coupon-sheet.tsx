import type { Coupon } from '@yunji/contract/coupon/schema'
import { formatDate } from '@yunji/contract/display/date'
import { formatYuan } from '@yunji/contract/display/money'
import { useEffect, useState } from 'react'
import { BottomBar } from '../ui/bottom-bar.tsx'
import { Button } from '../ui/button.tsx'
import { Box } from '../ui/elements'
import { Empty } from '../ui/empty.tsx'
import { noCoupons } from '../ui/illustrations/no-coupons.ts'
import { Sheet } from '../ui/sheet.tsx'
import { TicketChoice } from '../ui/ticket.tsx'
import { ticketFaceOf } from '../ui/ticket-face.ts'
import styles from './coupon-sheet.module.css'
import type { CouponChoice, OrderCoupons } from './order-coupons.ts'

interface CouponSheetProps {
  readonly isOpen: boolean
  readonly coupons: OrderCoupons
  readonly choice: CouponChoice
  readonly onClose: () => void
}

const endOf = ({ expiresAt }: Coupon): string =>
  expiresAt === null ? '长期有效' : `${formatDate(expiresAt, 'YYYY-MM-DD HH:mm')} 到期`

interface TicketsProps {
  readonly coupons: OrderCoupons
  readonly pickedId: number | undefined
  readonly onPick: (couponId: number | undefined) => void
}

function Tickets({ coupons: { usable, unusable }, pickedId, onPick }: TicketsProps) {
  if (usable.length + unusable.length === 0) {
    return <Empty illustration={noCoupons} title="还没有优惠券" hint="领到的优惠券会出现在这里" />
  }
  return (
    <Box className={styles.list}>
      <Box as="p" className={styles.heading}>
        可用 {usable.length} 张
      </Box>
      {usable.map(({ coupon }) => (
        <TicketChoice
          key={coupon.id}
          face={ticketFaceOf(coupon)}
          name={coupon.name}
          lines={[coupon.scopeText, endOf(coupon)]}
          isChecked={coupon.id === pickedId}
          // A second tap takes it back: an order can do without.
          onTap={() => onPick(coupon.id === pickedId ? undefined : coupon.id)}
        />
      ))}
      {unusable.length > 0 && (
        <Box as="p" className={styles.heading}>
          暂不可用 {unusable.length} 张
        </Box>
      )}
      {unusable.map(({ coupon, reason }) => (
        <TicketChoice
          key={coupon.id}
          face={ticketFaceOf(coupon)}
          name={coupon.name}
          lines={[endOf(coupon)]}
          reason={reason}
          isChecked={false}
          onTap={() => undefined}
        />
      ))}
    </Box>
  )
}

/** Every coupon that somebody has for an order: those to choose from, and why the others are not. */
export function CouponSheet({ isOpen, coupons, choice, onClose }: CouponSheetProps) {
  const chosenId = choice.chosen?.coupon.id
  const [pickedId, pick] = useState(chosenId)
  useEffect(() => {
    if (isOpen) pick(chosenId)
  }, [isOpen, chosenId])
  const picked = coupons.usable.find(({ coupon }) => coupon.id === pickedId)
  const confirm = () => {
    choice.want(picked ? picked.coupon.id : 'none')
    onClose()
  }
  return (
    <Sheet
      isOpen={isOpen}
      title="优惠券"
      onClose={onClose}
      footer={
        <BottomBar
          summary={picked ? '已选 1 张' : '不使用优惠券'}
          note={picked && `抵扣 ¥${formatYuan(picked.discountCents)}`}
          isSaving
        >
          <Button onTap={confirm}>确定</Button>
        </BottomBar>
      }
    >
      <Tickets coupons={coupons} pickedId={pickedId} onPick={pick} />
    </Sheet>
  )
}
