import { formatYuan } from '../../display/money.ts'
import { exact } from '../../money.ts'
import { type PurchaseLine, purchaseCents } from '../commodity/terms.ts'
import { BusinessType } from '../order/enums.ts'
import { CouponType } from './enums.ts'
import { type CouponTerms, effectiveTestOf, scopeTestsOf } from './scope.ts'

/** The order that a coupon is checked against. */
export interface Purchase {
  /** None takes no coupon: recharging the balance. */
  readonly business: BusinessType | null
  /** On the terms of their quantity: see `chargedLines`. */
  readonly lines: readonly PurchaseLine[]
}

/** Why a coupon does not apply. Those that begin with `unknown` are faults in its data: the caller logs them. */
export type CouponRejection =
  | { readonly why: 'unknownBusiness' | 'unknownType'; readonly value: number }
  | { readonly why: 'unknownScope'; readonly value: string }
  | {
      readonly why:
        | 'otherBusiness'
        | 'outOfScope'
        | 'notEffective'
        | 'refused'
        | 'firstRechargeOnly'
        | 'notFirstRecharge'
    }
  | { readonly why: 'belowThreshold'; readonly missingCents: number }

export type CouponVerdict =
  | { readonly isApplicable: true }
  | { readonly isApplicable: false; readonly rejection: CouponRejection }

export const APPLICABLE: CouponVerdict = { isApplicable: true }
export const notApplicable = (rejection: CouponRejection): CouponVerdict => ({ isApplicable: false, rejection })

const businesses: ReadonlySet<number> = new Set(Object.values(BusinessType))
const types: ReadonlySet<number> = new Set(Object.values(CouponType))

/** Boolean or its JSON text; undefined for anything else. */
export const readUsable = (usable: unknown): boolean | undefined => {
  if (typeof usable === 'boolean') return usable
  const text = typeof usable === 'string' ? usable.trim() : undefined
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** Condition 1, and the order's own business. */
export const rejectBusiness = (coupon: CouponTerms, business: BusinessType | null): CouponRejection | undefined => {
  if (!businesses.has(coupon.businessType)) return { why: 'unknownBusiness', value: coupon.businessType }
  return coupon.businessType === business ? undefined : { why: 'otherBusiness' }
}

/** Condition 2: every line must match. */
const rejectScope = (coupon: CouponTerms, lines: readonly PurchaseLine[]): CouponRejection | undefined => {
  const scope = scopeTestsOf(coupon)
  if ('unknownScope' in scope) return { why: 'unknownScope', value: scope.unknownScope }
  const fits = lines.length > 0 && lines.every(({ goods }) => scope.tests.every((test) => test(goods)))
  return fits ? undefined : { why: 'outOfScope' }
}

const rejectThreshold = (coupon: CouponTerms, lines: readonly PurchaseLine[]): CouponRejection | undefined => {
  if (coupon.couponType !== CouponType.fullVolumeReduction) return undefined
  const missingCents = exact(coupon.conditionsUse) - purchaseCents(lines)
  return missingCents > 0 ? { why: 'belowThreshold', missingCents } : undefined
}

/** Condition 3. The server's `usable` stands in its place; an unknown type has no discount that could be given. */
const rejectType = (coupon: CouponTerms, lines: readonly PurchaseLine[]): CouponRejection | undefined => {
  if (!types.has(coupon.couponType)) return { why: 'unknownType', value: coupon.couponType }
  // Nothing lets it pass in a purchase: it has a rule of its own.
  if (coupon.couponType === CouponType.firstRechargeCoupon) return { why: 'firstRechargeOnly' }
  const usable = readUsable(coupon.usable)
  if (usable === true) return undefined
  const rejection = rejectThreshold(coupon, lines)
  return usable === false ? (rejection ?? { why: 'refused' }) : rejection
}

/** The further condition: it must take effect on every line. */
const rejectEffect = (coupon: CouponTerms, lines: readonly PurchaseLine[]): CouponRejection | undefined => {
  const isEffective = effectiveTestOf(coupon.effectiveScope)
  return lines.every(({ goods }) => isEffective(goods)) ? undefined : { why: 'notEffective' }
}

/** Whether a coupon applies to a purchase; the first reason against it, in the order business, scope, effect, threshold. */
export const couponVerdict = (coupon: CouponTerms, { business, lines }: Purchase): CouponVerdict => {
  const rejection =
    rejectBusiness(coupon, business) ??
    rejectScope(coupon, lines) ??
    rejectEffect(coupon, lines) ??
    rejectType(coupon, lines)
  return rejection ? notApplicable(rejection) : APPLICABLE
}

/**
 * The first-recharge coupon's own rule: it takes its value off the first bean recharge that is paid for, whatever pack
 * is chosen. In any other purchase it never passes.
 */
export const firstRechargeVerdict = (coupon: CouponTerms, isFirstRecharge: boolean): CouponVerdict => {
  if (coupon.couponType !== CouponType.firstRechargeCoupon) {
    return notApplicable({ why: 'outOfScope' })
  }
  const rejection = rejectBusiness(coupon, BusinessType.cloudBeans)
  if (rejection) return notApplicable(rejection)
  if (!isFirstRecharge) return notApplicable({ why: 'notFirstRecharge' })
  return readUsable(coupon.usable) === false ? notApplicable({ why: 'refused' }) : APPLICABLE
}

const NOT_IN_RANGE = '所购商品不在适用范围'

/** The reason that a ticket shows when it does not apply. */
export const rejectionText = (rejection: CouponRejection): string => {
  if (rejection.why === 'belowThreshold') return `还差 ${formatYuan(rejection.missingCents)} 元可用`
  return rejection.why === 'notFirstRecharge' ? '仅限首次充值可用' : NOT_IN_RANGE
}
