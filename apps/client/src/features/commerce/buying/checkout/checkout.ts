import { priceLineLabels, type Quote, quoteOrder } from '@yunji/contract/commerce/checkout/quote'
import { termsForQuantity } from '@yunji/contract/commerce/commodity/terms'
import type { createCloudOrderNew } from '@yunji/contract/commerce/order/calls'
import { formatYuan } from '@yunji/contract/display/money'
import type { CallInput } from '@yunji/contract/wire/call'
import type { UsableCoupon } from '../../../../shared/commerce/order-coupons.ts'
import type { Offer } from '../offer.ts'

/** Price shown to the buyer, and the order input derived from it. */
export interface Checkout {
  readonly quote: Quote
  readonly lines: readonly { readonly label: string; readonly amountCents: number }[]
  /** Off the plain price, all in all. */
  readonly savedCents: number
  /** Undefined while a zone with stock or an image is missing. */
  readonly input: CallInput<typeof createCloudOrderNew> | undefined
}

export const checkoutOf = (
  { price, zone, imageType, quantity }: Offer,
  used: UsableCoupon | undefined,
  groupId: number | undefined,
): Checkout | undefined => {
  if (!price) return undefined
  const quote = quoteOrder({ lines: [{ goods: price, quantity }], coupon: used?.coupon })
  const { goodPrice } = termsForQuantity(price, quantity)
  return {
    quote,
    lines: quote.lines.map(({ kind, amountCents }) => ({ label: priceLineLabels[kind], amountCents })),
    savedCents: quote.lines.reduce((sum, { amountCents }) => sum + Math.max(0, -amountCents), 0),
    input: zone &&
      imageType && {
        items: [{ id: price.id, quantity, goodPrice }],
        zoneId: zone.zoneId,
        imageType,
        totalCents: quote.payableCents,
        ...(groupId !== undefined && { groupId }),
        ...(used && quote.couponCents > 0 && { couponId: used.coupon.id }),
      },
  }
}

/** Text of a price change, to the cent. */
export const changeText = (beforeCents: number, nowCents: number): string => {
  const differenceCents = nowCents - beforeCents
  const way = differenceCents > 0 ? '贵了' : '便宜了'
  return `应付由 ¥${formatYuan(beforeCents)} 变为 ¥${formatYuan(nowCents)}，${way} ¥${formatYuan(Math.abs(differenceCents))}`
}
