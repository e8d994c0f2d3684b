import { CHANGE_QUOTE_MS } from '@yunji/contract/change/limits'
import type { ChangeOffer } from '@yunji/contract/change/schema'
import { regularPriceOf } from '@yunji/contract/commodity/goods-terms'
import type { GoodsPrice } from '@yunji/contract/commodity/schema'
import { extraTimeSeconds } from '@yunji/contract/device/value'
import { priceLineLabels } from '@yunji/contract/order/price-labels'
import { type Quote, quoteOrder } from '@yunji/contract/order/quote'
import { later } from '../../platform/clock.ts'

const HOUR_SECONDS = 3600

/** First-purchase terms are for a first phone: whoever changes one has one. */
export const changeTerms = (price: GoodsPrice): GoodsPrice =>
  price.firstPurchase ? { ...price, firstPurchase: false, goodPrice: regularPriceOf(price), oldGoodPrice: null } : price

export const quoteChange = (price: GoodsPrice, creditCents: number): Quote =>
  quoteOrder({ lines: [{ goods: changeTerms(price), quantity: 1 }], creditCents })

/** The bought time, and what is left of the credit as time. */
export const boughtSecondsOf = (price: GoodsPrice, surplusCents: number): number =>
  price.goodTime * HOUR_SECONDS + extraSecondsOf(price, surplusCents)

const extraSecondsOf = (price: GoodsPrice, surplusCents: number): number =>
  extraTimeSeconds(surplusCents, changeTerms(price).goodPrice, price.goodTime)

export const toOffer = (price: GoodsPrice, creditCents: number, quotedAt: Date): ChangeOffer => {
  const quote = quoteChange(price, creditCents)
  return {
    id: price.id,
    goodTime: price.goodTime,
    goodPrice: changeTerms(price).goodPrice,
    lines: quote.lines.map(({ kind, amountCents }) => ({ label: priceLineLabels[kind], amountCents })),
    creditCents: quote.creditCents,
    payableCents: quote.payableCents,
    extraSeconds: extraSecondsOf(price, quote.surplusCents),
    expiresAt: later(quotedAt, boughtSecondsOf(price, quote.surplusCents) * 1000).getTime(),
  }
}

/** The moment that a credit is counted at: the one that the buyer was told it for, while that is not long ago. */
export const creditMoment = (quotedAt: number | undefined, now: Date): Date => {
  const isFresh = quotedAt !== undefined && quotedAt <= now.getTime() && now.getTime() - quotedAt < CHANGE_QUOTE_MS
  return isFresh ? new Date(quotedAt) : now
}
