import { CouponType, couponTypeLabels } from '@yunji/contract/commerce/coupon/enums'
import type { CouponTerms } from '@yunji/contract/commerce/coupon/scope'
import { formatYuan, zheOf } from '@yunji/contract/display/money'

/** Kind of a coupon's ticket; `dead` when it can no longer be used. */
type TicketVariant = 'cut' | 'free' | 'off' | 'first' | 'dead'

export interface TicketDisplay {
  readonly variant: TicketVariant
  readonly amount: string
  /** Before an amount of money, or after a discount. */
  readonly unit: '¥' | '折'
  readonly condition: string
}

const yuan = (cents: number) => formatYuan(cents, { dropsZeros: true })

/** Left side of a coupon's ticket. An unknown type shows its value only. */
export const ticketDisplayOf = (
  coupon: Pick<CouponTerms, 'couponType' | 'parValue' | 'conditionsUse'>,
  isDead = false,
): TicketDisplay => {
  const displayOf = (variant: TicketVariant, condition: string): TicketDisplay => ({
    variant: isDead ? 'dead' : variant,
    amount: yuan(coupon.parValue),
    unit: '¥',
    condition,
  })
  switch (coupon.couponType) {
    case CouponType.fullVolumeReduction:
      return displayOf('cut', `满 ${yuan(coupon.conditionsUse)} 可用`)
    case CouponType.noThresholdRoll:
      return displayOf('free', '无门槛')
    case CouponType.discountCoupon:
      return {
        ...displayOf('off', couponTypeLabels[CouponType.discountCoupon]),
        amount: zheOf(coupon.parValue),
        unit: '折',
      }
    case CouponType.firstRechargeCoupon:
      return displayOf('first', '首次充值')
    default:
      return displayOf('dead', '')
  }
}
