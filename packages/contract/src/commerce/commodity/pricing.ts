import * as z from 'zod/mini'
import { formatYuan } from '../../display/money.ts'
import { cents } from '../../wire/fields.ts'

const LARGEST_PRICE_CENTS = 100_000_00

/** Price that goods can be given: never free, since an order of nothing is refused. */
export const saleCents = z.int().check(z.minimum(1), z.maximum(LARGEST_PRICE_CENTS))

/** Prices of a billable product; the old one is only shown, the first one is for somebody who never bought it. */
export interface PriceTerms {
  readonly priceCents: number
  readonly oldPriceCents: number | null
  readonly firstPriceCents: number | null
}

/** Fields of new prices. */
export const newPrice = {
  priceCents: saleCents,
  oldPriceCents: z.nullable(saleCents),
  firstPriceCents: z.nullable(saleCents),
}

/** Prices as they are, whatever the limits were when they were set. */
export const priceTerms = z.strictObject({
  priceCents: cents,
  oldPriceCents: z.nullable(cents),
  firstPriceCents: z.nullable(cents),
})

export const isSamePrice = (one: PriceTerms, other: PriceTerms): boolean =>
  one.priceCents === other.priceCents &&
  one.oldPriceCents === other.oldPriceCents &&
  one.firstPriceCents === other.firstPriceCents

export const priceRefusals = [
  'tooLow',
  'tooHigh',
  'oldNotAbove',
  'firstNotBelow',
  'firstOfMetered',
  'activityNotBelow',
] as const
export type PriceRefusal = (typeof priceRefusals)[number]

export const priceRefusalTexts: Readonly<Record<PriceRefusal, string>> = {
  tooLow: '价格至少为 0.01 元',
  tooHigh: `价格最多为 ${formatYuan(LARGEST_PRICE_CENTS)} 元`,
  oldNotAbove: '划线价须高于售价',
  firstNotBelow: '首购价须低于售价',
  firstOfMetered: '按时计费的商品没有首购价',
  activityNotBelow: '正在进行或即将开始的活动价不低于新的售价，请先调整活动',
}

interface PricedProduct {
  readonly isMetered: boolean
  /** Prices in its activities that run or are to come. */
  readonly activityCents: readonly number[]
}

/** Reason why a product cannot have these prices. */
export const priceRefusalOf = (
  { priceCents, oldPriceCents, firstPriceCents }: PriceTerms,
  { isMetered, activityCents }: PricedProduct,
): PriceRefusal | null => {
  const all = [priceCents, oldPriceCents, firstPriceCents].filter((each) => each !== null)
  if (all.some((each) => each < 1)) return 'tooLow'
  if (all.some((each) => each > LARGEST_PRICE_CENTS)) return 'tooHigh'
  if (oldPriceCents !== null && oldPriceCents <= priceCents) return 'oldNotAbove'
  if (firstPriceCents !== null && isMetered) return 'firstOfMetered'
  if (firstPriceCents !== null && firstPriceCents >= priceCents) return 'firstNotBelow'
  return activityCents.some((each) => each >= priceCents) ? 'activityNotBelow' : null
}

/** Steps that a new price is rounded to, in cents. */
export const roundings = { fen: 1, jiao: 10, yuan: 100 } as const
export type Rounding = keyof typeof roundings

/** Prices that a rule changes: the price, the first-purchase price, or all three. */
export const repriceTargets = ['price', 'first', 'all'] as const
export type RepriceTarget = (typeof repriceTargets)[number]

export interface RepriceRule {
  /** By how much: hundredths of a per cent, or cents; negative to reduce. */
  readonly by: 'percent' | 'amount'
  readonly change: number
  readonly target: RepriceTarget
  readonly rounding: Rounding
}

const changed = (amount: number, { by, change, rounding }: RepriceRule): number => {
  // Both summands are whole numbers far below 2^53, so that the division is the only inexact step.
  const exact = by === 'amount' ? amount + change : (amount * (10_000 + change)) / 10_000
  const step = roundings[rounding]
  return Math.round(exact / step) * step
}

/** Prices of a product after a rule; half a step is rounded up. */
export const repriced = (terms: PriceTerms, rule: RepriceRule): PriceTerms => {
  const next = (amount: number): number => changed(amount, rule)
  const nextOrNone = (amount: number | null): number | null => (amount === null ? null : next(amount))
  const isAll = rule.target === 'all'
  return {
    priceCents: rule.target === 'first' ? terms.priceCents : next(terms.priceCents),
    oldPriceCents: isAll ? nextOrNone(terms.oldPriceCents) : terms.oldPriceCents,
    firstPriceCents: rule.target === 'price' ? terms.firstPriceCents : nextOrNone(terms.firstPriceCents),
  }
}
