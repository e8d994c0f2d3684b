import { CHANGE_QUOTE_MS, extraTimeSeconds } from '@yunji/contract/commerce/change/rules'
import type { ChangeOffer } from '@yunji/contract/commerce/change/schema'
import { priceLineLabels, type Quote, quoteOrder } from '@yunji/contract/commerce/checkout/quote'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { regularPriceOf } from '@yunji/contract/commerce/commodity/terms'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'

const HOUR_SECONDS = 3600

/** The price without first-purchase terms: the buyer of a change has a phone already. */
export const changePrice = (price: GoodsPrice): GoodsPrice =>
  price.firstPurchase ? { ...price, firstPurchase: false, goodPrice: regularPriceOf(price), oldGoodPrice: null } : price

export const quoteChange = (price: GoodsPrice, creditCents: number): Quote =>
  quoteOrder({ lines: [{ goods: changePrice(price), quantity: 1 }], creditCents })

/** Duration of the product, plus the surplus credit as time. */
export const boughtSecondsOf = (price: GoodsPrice, surplusCents: number): number =>
  price.goodTime * HOUR_SECONDS + extraSecondsOf(price, surplusCents)

const extraSecondsOf = (price: GoodsPrice, surplusCents: number): number =>
  extraTimeSeconds(surplusCents, changePrice(price).goodPrice, price.goodTime)

/** Signed, so that the client can change neither the time nor the value. */
export interface SignedQuote {
  readonly userId: number
  readonly deviceId: number
  /** The billable product. */
  readonly id: number
  /** Remaining value at `quotedAt`, and the end of the device's time: every purchase and every change moves one of them. */
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

/** Undefined for a quote that is forged, expired, or for another user, device or product. */
export const readQuote = (
  signedTokens: SignedTokens,
  token: string,
  { userId, deviceId, id }: Pick<SignedQuote, 'userId' | 'deviceId' | 'id'>,
): SignedQuote | undefined => {
  const quote = signedTokens.read<SignedQuote>(PURPOSE, token)
  return quote?.userId === userId && quote.deviceId === deviceId && quote.id === id ? quote : undefined
}
