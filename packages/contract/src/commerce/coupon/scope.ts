import { exactTimes } from '../../money.ts'
import { type GoodsTerms, hasActivity, oldPriceOf } from '../commodity/terms.ts'
import { CouponScope, EffectiveScope } from './enums.ts'

/** Fields that decide where a coupon applies and what it takes off, as on the wire. Numbers may be unknown ones. */
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

const { always, regular, activity, firstPurchase } = EffectiveScope

/** Together they are all the terms that a purchase can have. */
const TERMS = [regular, activity, firstPurchase].map(String)

const everything: GoodsTest = () => true

const holds = (token: string, goods: GoodsTerms): boolean => {
  switch (token) {
    case String(regular):
      return !goods.firstPurchase && goods.firstCount > 0 && !hasActivity(goods)
    case String(activity):
      return hasActivity(goods)
    case String(firstPurchase):
      return goods.firstPurchase && goods.firstCount === 0
    default:
      return false
  }
}

/** On which terms a coupon takes effect. Several values are alternatives; no value is no limit. */
export const effectiveTestOf = (effectiveScope: string | null | undefined): GoodsTest => {
  const tokens = tokensOf(effectiveScope)
  const isUnlimited =
    tokens.length === 0 || tokens.includes(String(always)) || TERMS.every((term) => tokens.includes(term))
  return isUnlimited ? everything : (goods) => tokens.some((token) => holds(token, goods))
}

/** Tests that the goods must pass, or the unknown scope. */
export type ScopeTests = { readonly tests: readonly GoodsTest[] } | { readonly unknownScope: string }

/** More digits than a percentage ever has are no threshold. */
const PERCENT = /^\d{1,4}$/

const nothing: GoodsTest = () => false

const listed = (objects: string, idOf: (goods: GoodsTerms) => number): GoodsTest => {
  const ids = idsOf(objects)
  return (goods) => ids.includes(idOf(goods))
}

/** goodPrice / old price against the threshold in percent, in integers; without an old price the ratio is 1. */
const ratio = (objects: string, isStrict: boolean): GoodsTest => {
  const text = objects.trim()
  if (!PERCENT.test(text)) return nothing
  const percent = Number(text)
  return (goods) => {
    const oldPrice = oldPriceOf(goods)
    const actual = oldPrice === undefined ? 100 : exactTimes(goods.goodPrice, 100)
    const threshold = exactTimes(oldPrice ?? 1, percent)
    return isStrict ? actual > threshold : actual >= threshold
  }
}

const testFor = (scope: string, objects: string, isStrict: boolean): GoodsTest | undefined => {
  switch (scope) {
    case String(CouponScope.fullBusiness):
      return everything
    case String(CouponScope.productModel):
      return listed(objects, (goods) => goods.goodId)
    case String(CouponScope.cloudVersion):
      return listed(objects, (goods) => goods.configId)
    case String(CouponScope.billableTimeProducts):
      return listed(objects, (goods) => goods.id)
    case String(CouponScope.productDuration):
      return listed(objects, (goods) => goods.goodTime)
    case String(CouponScope.discountRatio):
      return ratio(objects, isStrict)
    default:
      return undefined
  }
}

/**
 * The list form asks for every listed scope and takes a ratio at its threshold; the single form wants more than it. A
 * listed scope without a rule matches nothing, except full business, which has nothing to look up.
 */
export const scopeTestsOf = (coupon: CouponTerms): ScopeTests => {
  const scopes = tokensOf(coupon.scopeApplications)
  const isSingle = scopes.length === 0
  const tests: GoodsTest[] = []
  for (const scope of isSingle ? [String(coupon.scopeApplication ?? '')] : scopes) {
    const rule = coupon.rules?.find(({ type }) => String(type) === scope)
    const test = testFor(scope, (isSingle ? coupon.applicableObjects : rule?.objectData) ?? '', isSingle)
    if (!test) return { unknownScope: scope }
    tests.push(test)
  }
  return { tests }
}
