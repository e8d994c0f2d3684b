import { type GoodsTerms, oldPriceOf } from '../commodity/goods-terms.ts'
import { exactTimes } from '../money/exact.ts'
import { type CouponTerms, type GoodsTest, idsOf, tokensOf } from './coupon.ts'
import { CouponScope } from './enums.ts'

/** What goods must pass, or the scope that nobody knows. */
export type ScopeTests = { readonly tests: readonly GoodsTest[] } | { readonly unknownScope: string }

/** More digits than a percentage ever has are no threshold. */
const PERCENT = /^\d{1,4}$/

const everything: GoodsTest = () => true
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
