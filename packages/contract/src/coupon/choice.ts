import { chargedLines, purchaseCents } from '../commodity/goods-terms.ts'
import { BusinessType } from '../order/enums.ts'
import type { CouponTerms } from './coupon.ts'
import { couponDiscountCents } from './discount.ts'
import { CouponType } from './enums.ts'
import { firstRechargeVerdict } from './first-recharge.ts'
import { type CouponFacts, canChooseCoupon } from './state.ts'
import { type CouponVerdict, couponVerdict, type Purchase, type Unfit } from './verdict.ts'

export interface WalletCoupon extends CouponTerms, CouponFacts {
  readonly id: number
}

export interface Checkout extends Purchase {
  /** Whether this buyer has never paid for beans before. */
  readonly isFirstRecharge: boolean
}

export interface CouponChoices<Coupon> {
  /** Best first: the largest discount, then the earliest expiry, then the lowest id. */
  readonly usable: readonly { readonly coupon: Coupon; readonly discountCents: number }[]
  /** In the order of the wallet. */
  readonly unusable: readonly { readonly coupon: Coupon; readonly unfit: Unfit }[]
}

/** The rule that fits the coupon: its own for a first recharge of beans, the purchase's for everything else. */
export const checkoutVerdict = (coupon: CouponTerms, checkout: Checkout): CouponVerdict =>
  coupon.couponType === CouponType.firstRechargeCoupon && checkout.business === BusinessType.cloudBeans
    ? firstRechargeVerdict(coupon, checkout.isFirstRecharge)
    : couponVerdict(coupon, checkout)

/** A coupon without an end comes after all that have one. */
const endOf = ({ expiresAt }: CouponFacts): number => expiresAt ?? Number.MAX_SAFE_INTEGER

/** Sorts a wallet for a checkout. What is used, expired, invalid or locked is no choice and is left out. */
export const couponChoices = <Coupon extends WalletCoupon>(
  wallet: readonly Coupon[],
  { lines, ...order }: Checkout,
  now: number,
): CouponChoices<Coupon> => {
  const checkout = { ...order, lines: chargedLines(lines) }
  const totalCents = purchaseCents(checkout.lines)
  const usable: CouponChoices<Coupon>['usable'][number][] = []
  const unusable: CouponChoices<Coupon>['unusable'][number][] = []
  for (const coupon of wallet) {
    if (!canChooseCoupon(coupon, now)) continue
    const verdict = checkoutVerdict(coupon, checkout)
    if (verdict.isApplicable) usable.push({ coupon, discountCents: couponDiscountCents(coupon, totalCents) })
    else unusable.push({ coupon, unfit: verdict.unfit })
  }
  usable.sort(
    (a, b) => b.discountCents - a.discountCents || endOf(a.coupon) - endOf(b.coupon) || a.coupon.id - b.coupon.id,
  )
  return { usable, unusable }
}

/** The coupon to choose by itself: the best one, if it takes anything off at all. */
export const bestCoupon = <Coupon extends WalletCoupon>({ usable }: CouponChoices<Coupon>): Coupon | undefined => {
  const [best] = usable
  return best && best.discountCents > 0 ? best.coupon : undefined
}
