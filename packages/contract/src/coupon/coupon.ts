import type { GoodsTerms } from '../commodity/goods-terms.ts'

/** What decides where a coupon applies and what it takes off, as the wire carries it. Numbers may be unknown ones. */
export interface CouponTerms {
  readonly couponType: number
  /** Cents; for a discount coupon the percentage to pay. */
  readonly parValue: number
  /** Cents: the threshold of a full-reduction coupon. */
  readonly conditionsUse: number
  readonly businessType: number
  /** List form: scope numbers between commas, each with its entry in `rules`. It wins over the single form. */
  readonly scopeApplications?: string | null
  readonly rules?: readonly CouponRule[] | null
  /** Single form: one scope, with its ids between commas or its threshold. */
  readonly scopeApplication?: number | null
  readonly applicableObjects?: string | null
  readonly effectiveScope?: string | null
  /** The operator's own verdict on the coupon's type; a boolean or its JSON text. */
  readonly usable?: boolean | string | number | null
}

export interface CouponRule {
  readonly type: number
  /** Ids between commas, or a threshold. */
  readonly objectData: string
}

export type GoodsTest = (goods: GoodsTerms) => boolean

/** Comma lists are read by whole tokens: 12 is not in "1,123". */
export const tokensOf = (list: string | null | undefined): readonly string[] => {
  const tokens: string[] = []
  if (!list) return tokens
  for (const part of list.split(',')) {
    const token = part.trim()
    if (token) tokens.push(token)
  }
  return tokens
}

/** A few ids: an array is searched sooner than a set is built. */
export const idsOf = (list: string): readonly number[] => tokensOf(list).map(Number)
