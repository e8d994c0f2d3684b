import { CouponStatus } from '@yunji/contract/commerce/coupon/enums'
import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { Ticket } from '../../../shared/ui/ticket/ticket.tsx'
import { ticketDisplayOf } from '../../../shared/ui/ticket/ticket-display.ts'
import { markOf, wayToUse, whenOf } from './coupon-text.ts'
import styles from './coupons.module.css'

interface CouponTicketProps {
  readonly coupon: Coupon
  readonly onOpen: () => void
}

/** A coupon of one's own. The whole of it opens its rules; its button leads to where it is used. */
export function CouponTicket({ coupon, onOpen }: CouponTicketProps) {
  const mark = markOf(coupon)
  const isUsable = coupon.status === CouponStatus.efficient
  const { to, text } = wayToUse(coupon)
  return (
    <Ticket
      display={ticketDisplayOf(coupon, !isUsable)}
      name={coupon.name}
      tag={mark && <Tag tone={mark.tone}>{mark.text}</Tag>}
      lines={[coupon.scopeText, whenOf(coupon)]}
      action={
        <>
          <Tap className={styles.cover} label={`${coupon.name}的使用规则`} onTap={onOpen} />
          {isUsable && (
            <Box className={styles.above}>
              <Button variant="tint" size="small" to={to}>
                {text}
              </Button>
            </Box>
          )}
        </>
      }
    />
  )
}
