import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { formatYuan } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import { Button } from '../ui/button/button.tsx'
import { Box } from '../ui/elements/elements'
import { Sheet } from '../ui/overlay/sheet.tsx'
import { BottomBar } from '../ui/page/bottom-bar.tsx'
import { Empty } from '../ui/status/empty.tsx'
import { noCoupons } from '../ui/status/illustrations.ts'
import { TicketChoice } from '../ui/ticket/ticket.tsx'
import { ticketDisplayOf } from '../ui/ticket/ticket-display.ts'
import styles from './coupon-sheet.module.css'
import type { CouponPreference, OrderCoupons } from './order-coupons.ts'

interface CouponSheetProps {
  readonly isOpen: boolean
  readonly coupons: OrderCoupons
  /** Selection inside the sheet, applied on confirmation. */
  readonly pickedId: number | undefined
  readonly onPick: (couponId: number | undefined) => void
  readonly onConfirm: (wanted: CouponPreference) => void
  readonly onClose: () => void
}

const endOf = ({ expiresAt }: Coupon): string =>
  expiresAt === null ? '长期有效' : `${formatDate(expiresAt, 'YYYY-MM-DD HH:mm')} 到期`

type TicketsProps = Pick<CouponSheetProps, 'coupons' | 'pickedId' | 'onPick'>

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
          display={ticketDisplayOf(coupon)}
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
          display={ticketDisplayOf(coupon)}
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

/** Coupons for an order: the usable ones, and the others with the reason. */
export function CouponSheet({ isOpen, coupons, pickedId, onPick, onConfirm, onClose }: CouponSheetProps) {
  const picked = coupons.usable.find(({ coupon }) => coupon.id === pickedId)
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
          <Button onTap={() => onConfirm(picked?.coupon.id ?? 'none')}>确定</Button>
        </BottomBar>
      }
    >
      <Tickets coupons={coupons} pickedId={pickedId} onPick={onPick} />
    </Sheet>
  )
}
