import { exact, exactTimes } from '../../money.ts'
import { chargedLines, hasActivity, type PurchaseLine, purchaseCents, regularPriceOf } from '../commodity/terms.ts'
import { couponDiscountCents } from '../coupon/choice.ts'
import type { CouponTerms } from '../coupon/scope.ts'

/** One line of a price as the buyer reads it. Reductions are negative, and all lines together are what is due. */
export type PriceLine =
  | {
      readonly kind: 'goods'
      readonly id: number
      readonly quantity: number
      readonly unitPriceCents: number
      readonly amountCents: number
    }
  | { readonly kind: 'firstPurchase' | 'activity'; readonly id: number; readonly amountCents: number }
  | { readonly kind: 'coupon' | 'credit'; readonly amountCents: number }

export interface Quote {
  readonly lines: readonly PriceLine[]
  /** Goods at the prices charged for them, before coupon and credit. */
  readonly totalCents: number
  readonly couponCents: number
  /** The part of the credit that the price has used up. */
  readonly creditCents: number
  /** 0 only where the credit covers the price: then there is nothing to pay for, and no order. */
  readonly payableCents: number
  /** Credit beyond the price: it becomes extra time, never money. */
  readonly surplusCents: number
}

export interface QuoteInput {
  readonly lines: readonly PurchaseLine[]
  /** One that applies: see `couponVerdict`. */
  readonly coupon?: Pick<CouponTerms, 'couponType' | 'parValue'> | undefined
  /** The remaining value of the device that is changed. */
  readonly creditCents?: number
}

const goodsLines = ({ goods, quantity }: PurchaseLine): readonly PriceLine[] => {
  const unitPriceCents = regularPriceOf(goods)
  const amountCents = exactTimes(unitPriceCents, quantity)
  const line: PriceLine = { kind: 'goods', id: goods.id, quantity, unitPriceCents, amountCents }
  const reducedCents = amountCents - exactTimes(goods.goodPrice, quantity)
  if (reducedCents === 0) return [line]
  const kind = hasActivity(goods) ? 'activity' : 'firstPurchase'
  return [line, { kind, id: goods.id, amountCents: -reducedCents }]
}

const reduction = (kind: 'coupon' | 'credit', cents: number): readonly PriceLine[] =>
  cents > 0 ? [{ kind, amountCents: -cents }] : []

/**
 * The price of an order, line by line. A coupon comes off the goods before the credit does, and leaves at least one cent
 * to pay; where the credit alone covers the price the coupon is not used, so that it never turns into extra time.
 */
export const quoteOrder = ({ lines, coupon, creditCents = 0 }: QuoteInput): Quote => {
  const charged = chargedLines(lines)
  const totalCents = purchaseCents(charged)
  const usedCreditCents = Math.min(exact(creditCents), totalCents)
  const dueCents = totalCents - usedCreditCents
  const offeredCents = coupon ? couponDiscountCents(coupon, totalCents) : 0
  const couponCents = Math.max(0, Math.min(offeredCents, dueCents - 1))
  return {
    lines: [
      ...charged.flatMap(goodsLines),
      ...reduction('coupon', couponCents),
      ...reduction('credit', usedCreditCents),
    ],
    totalCents,
    couponCents,
    creditCents: usedCreditCents,
    payableCents: dueCents - couponCents,
    surplusCents: creditCents - usedCreditCents,
  }
}

/** Goods that cost nothing cannot be ordered (1021): only a credit may bring what is due down to zero. */
export const isAmountZero = (quote: Quote): boolean => quote.totalCents === 0

export const priceLineLabels: Readonly<Record<PriceLine['kind'], string>> = {
  goods: '商品金额',
  firstPurchase: '首购优惠',
  activity: '活动优惠',
  coupon: '优惠券',
  credit: '剩余价值抵扣',
}
