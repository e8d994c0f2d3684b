import { priceProblem } from '@yunji/contract/commerce/checkout/price-check'
import { isAmountZero, type Quote, quoteOrder } from '@yunji/contract/commerce/checkout/quote'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { chargedLines, type PurchaseLine, regularPriceOf } from '@yunji/contract/commerce/commodity/terms'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { getOpenSeckillItem, listOffers, type Offer } from '../catalogue/index.ts'
import type { CouponRow } from '../coupons/index.ts'

export interface PurchaseDeps {
  readonly clock: Clock
}

/** A product and a quantity, with the unit price that the buyer saw. */
export interface RequestedItem {
  readonly id: number
  readonly quantity: number
  readonly goodPrice: number
}

export interface PricedLine extends PurchaseLine {
  readonly goods: GoodsPrice
}

/** A line of something other than phones, with one price for everybody. */
export const plainLine = (id: number, priceCents: number, quantity: number, goodTime = 1): PricedLine => ({
  goods: {
    goodId: id,
    configId: id,
    id,
    goodTime,
    goodPrice: priceCents,
    oldGoodPrice: null,
    firstCount: 0,
    activityId: null,
    firstPurchase: false,
    isMetered: false,
  },
  quantity,
})

/** Replaces the catalogue price: of a seckill, a negotiated list or a change. */
export type PriceOverride = (price: GoodsPrice) => GoodsPrice

export interface Pricing {
  readonly userId: number
  readonly items: readonly RequestedItem[]
  /** When the caller has read them. */
  readonly offers?: readonly Offer[] | undefined
  readonly priceOverride?: PriceOverride | undefined
}

/** The price of a seckill item while its window is open. */
export const seckillPrice = async (
  tx: Tx,
  item: { readonly activityId: number; readonly productId: number },
  now: Date,
): Promise<PriceOverride> => {
  const { priceCents } = await getOpenSeckillItem(tx, item, now)
  return (price) => ({
    ...price,
    goodPrice: priceCents,
    oldGoodPrice: regularPriceOf(price),
    activityId: item.activityId,
    firstPurchase: false,
  })
}

/** Order lines at the current prices for this buyer. A product that is not on sale is refused (1022). */
export const priceLines = async (tx: Tx, pricing: Pricing, now: Date): Promise<readonly PricedLine[]> => {
  const { userId, items, priceOverride = (price) => price } = pricing
  const ids = items.map(({ id }) => id)
  const offers = pricing.offers ?? (await listOffers(tx, { userId, now }, ids))
  const lines = items.map(({ id, quantity }) => {
    const goods = offers.find(({ price }) => price.id === id)?.price
    if (!goods) throw new AppError('GOODS_NOT_EXIST', { data: { id } })
    return { goods: priceOverride(goods), quantity }
  })
  return chargedLines(lines) as readonly PricedLine[]
}

export interface SeenPrices {
  readonly items: readonly RequestedItem[]
  /** Payable amount, after coupon and credit. */
  readonly totalCents: number
}

/** The quote when it has the prices that the buyer saw; refused with the difference otherwise (1016, 1023). */
export const agreedQuote = (
  lines: readonly PricedLine[],
  seen: SeenPrices,
  coupon: CouponRow | undefined,
  creditCents: number,
): Quote => {
  const quote = quoteOrder({ lines, coupon: coupon?.terms, creditCents })
  if (isAmountZero(quote)) throw new AppError('ORDER_AMOUNT_ZERO')
  const problem = priceProblem({
    sent: seen.items,
    sentTotalCents: seen.totalCents,
    currentCents: new Map(lines.map(({ goods }) => [goods.id, goods.goodPrice])),
    currentTotalCents: quote.payableCents,
  })
  if (problem) throw new AppError(problem.error, { data: problem.data })
  return quote
}
