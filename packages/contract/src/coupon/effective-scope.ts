import { type GoodsTerms, hasActivity } from '../commodity/goods-terms.ts'
import { type GoodsTest, tokensOf } from './coupon.ts'
import { EffectiveScope } from './enums.ts'

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
