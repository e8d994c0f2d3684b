import {
  CouponStatus,
  type CouponType,
  couponStatusLabels,
  couponTypeLabels,
} from '@yunji/contract/commerce/coupon/enums'
import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { formatDate } from '@yunji/contract/display/time'
import { orderPath } from '../../../shared/navigation/page-paths.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { Ticket } from '../../../shared/ui/ticket/ticket.tsx'
import { ticketDisplayOf } from '../../../shared/ui/ticket/ticket-display.ts'
import { wayToUse, whenOf } from './coupon-text.ts'
import styles from './coupons.module.css'

function Way({ coupon }: { readonly coupon: Coupon }) {
  const { status, orderId } = coupon
  const { to, text } = wayToUse(coupon)
  if (status === CouponStatus.efficient) return <Button to={to}>{text}</Button>
  if (orderId === null) return null
  return (
    <Button variant="outline" to={orderPath(orderId)}>
      查看订单
    </Button>
  )
}

interface CouponRulesProps {
  readonly coupon: Coupon
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Conditions of a coupon. */
export function CouponRules({ coupon, isOpen, onClose }: CouponRulesProps) {
  const { name, couponType, status, isLocked, scopeText, ruleTexts, receivedAt, expiresAt } = coupon
  const isUsable = status === CouponStatus.efficient
  return (
    <Sheet isOpen={isOpen} title="使用规则" onClose={onClose}>
      <Box className={styles.rules}>
        <Ticket display={ticketDisplayOf(coupon, !isUsable)} name={name} lines={[scopeText, whenOf(coupon)]} />
        <Box className={styles.facts}>
          <FactRow name="类型">{couponTypeLabels[couponType as CouponType] ?? '优惠券'}</FactRow>
          <FactRow name="状态">{isLocked ? '待支付的订单占用中' : couponStatusLabels[status]}</FactRow>
          <FactRow name="领取时间">{formatDate(receivedAt, 'YYYY-MM-DD HH:mm')}</FactRow>
          <FactRow name="到期时间">
            {expiresAt === null ? '长期有效' : formatDate(expiresAt, 'YYYY-MM-DD HH:mm')}
          </FactRow>
        </Box>
        <Box as="ul" className={styles.texts}>
          {ruleTexts.map((rule) => (
            <Box as="li" key={rule} className={styles.text}>
              {rule}
            </Box>
          ))}
        </Box>
        {isLocked && (
          <Box as="p" className={styles.hint}>
            订单支付后这张券就会用掉；订单取消或过期后会退回来
          </Box>
        )}
        <Way coupon={coupon} />
      </Box>
    </Sheet>
  )
}
