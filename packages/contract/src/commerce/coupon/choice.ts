import { exact, shareDown } from '../../money.ts'
import { chargedLines, purchaseCents } from '../commodity/terms.ts'
import { BusinessType } from '../order/enums.ts'
import { CouponType } from './enums.ts'
import type { CouponTerms } from './scope.ts'
import { type CouponFacts, canChooseCoupon } from './state.ts'
import {
  type CouponRejection,
  type CouponVerdict,
  couponVerdict,
  firstRechargeVerdict,
  type Purchase,
} from './verdict.ts'

const WHOLE_PERCENT = 100
/** A discount never makes an order free. */
const LEAST_DUE_CENTS = 1

/** Price under a discount coupon: its percentage, rounded down to the cent; at most the full price. */
const discountedCents = (totalCents: number, percent: number): number =>
  Math.max(LEAST_DUE_CENTS, shareDown(totalCents, Math.min(percent, WHOLE_PERCENT), WHOLE_PERCENT))

/** Discount of an applicable coupon on a sum. At least one cent stays due; the rest of the value is not paid out. */
export const couponDiscountCents = (
  coupon: Pick<CouponTerms, 'couponType' | 'parValue'>,
  totalCents: number,
): number => {
  const value = exact(coupon.parValue)
  if (exact(totalCents) === 0) return 0
  switch (coupon.couponType) {
    case CouponType.discountCoupon:
      return totalCents - discountedCents(totalCents, value)
    case CouponType.fullVolumeReduction:
    case CouponType.noThresholdRoll:
    case CouponType.firstRechargeCoupon:
      return Math.min(value, totalCents - LEAST_DUE_CENTS)
    default:
      return 0
  }
}

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
  readonly unusable: readonly { readonly coupon: Coupon; readonly rejection: CouponRejection }[]
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
    else unusable.push({ coupon, rejection: verdict.rejection })
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
