import { CHANGE_QUOTE_MS, extraTimeSeconds } from '@yunji/contract/commerce/change/rules'
import type { ChangeOffer } from '@yunji/contract/commerce/change/schema'
import { priceLineLabels, type Quote, quoteOrder } from '@yunji/contract/commerce/checkout/quote'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { regularPriceOf } from '@yunji/contract/commerce/commodity/terms'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'

const HOUR_SECONDS = 3600

/** First-purchase terms are for a first phone: whoever changes one has one. */
export const changePrice = (price: GoodsPrice): GoodsPrice =>
  price.firstPurchase ? { ...price, firstPurchase: false, goodPrice: regularPriceOf(price), oldGoodPrice: null } : price

export const quoteChange = (price: GoodsPrice, creditCents: number): Quote =>
  quoteOrder({ lines: [{ goods: changePrice(price), quantity: 1 }], creditCents })

/** The bought time, and what is left of the credit as time. */
export const boughtSecondsOf = (price: GoodsPrice, surplusCents: number): number =>
  price.goodTime * HOUR_SECONDS + extraSecondsOf(price, surplusCents)

const extraSecondsOf = (price: GoodsPrice, surplusCents: number): number =>
  extraTimeSeconds(surplusCents, changePrice(price).goodPrice, price.goodTime)

/** What a quote is for: signed, so that neither the moment nor the value can be chosen by whoever sends it back. */
export interface SignedQuote {
  readonly userId: number
  readonly deviceId: number
  /** The billable product. */
  readonly id: number
  /** The remaining value of the device at that moment, and its end: every purchase and every change moves one of them. */
  readonly valueCents: number
  readonly endsAt: number
  readonly quotedAt: number
}

const PURPOSE = 'change-quote'

export const toOffer = (
  signedTokens: SignedTokens,
  price: GoodsPrice,
  quoted: Omit<SignedQuote, 'id'>,
): ChangeOffer => {
  const { id, goodTime } = price
  const quote = quoteChange(price, quoted.valueCents)
  return {
    id,
    goodTime,
    goodPrice: changePrice(price).goodPrice,
    lines: quote.lines.map(({ kind, amountCents }) => ({ label: priceLineLabels[kind], amountCents })),
    creditCents: quote.creditCents,
    payableCents: quote.payableCents,
    extraSeconds: extraSecondsOf(price, quote.surplusCents),
    expiresAt: quoted.quotedAt + boughtSecondsOf(price, quote.surplusCents) * 1000,
    quote: signedTokens.sign<SignedQuote>(PURPOSE, { ...quoted, id }, CHANGE_QUOTE_MS),
  }
}

/** Nothing for a quote that is forged, too old, or for another user, device or product. */
export const readQuote = (
  signedTokens: SignedTokens,
  token: string,
  { userId, deviceId, id }: Pick<SignedQuote, 'userId' | 'deviceId' | 'id'>,
): SignedQuote | undefined => {
  const quote = signedTokens.read<SignedQuote>(PURPOSE, token)
  return quote?.userId === userId && quote.deviceId === deviceId && quote.id === id ? quote : undefined
}
