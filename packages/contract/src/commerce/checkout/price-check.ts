import { exact } from '../../money.ts'

/** A price that the buyer saw against the one that holds. The difference is positive where it has become dearer. */
export interface PriceDifference {
  readonly sentCents: number
  readonly currentCents: number
  readonly differenceCents: number
}

/** Goods that are no longer offered have no current price. */
export interface LineDifference {
  readonly id: number
  readonly sentCents: number
  readonly currentCents: number | null
  readonly differenceCents: number | null
}

/** Error name and `data` of an order that is refused for its price. */
export type PriceProblem =
  | { readonly error: 'PRICE_INCONSISTENT'; readonly data: { readonly lines: readonly LineDifference[] } }
  | { readonly error: 'ORDER_PRICE_INCONSISTENT'; readonly data: PriceDifference }

export interface PriceCheck {
  /** Unit prices as they were sent, by billable product. */
  readonly sent: readonly { readonly id: number; readonly goodPrice: number }[]
  readonly sentTotalCents: number
  /** Unit prices that hold for this buyer and this quantity. */
  readonly currentCents: ReadonlyMap<number, number>
  readonly currentTotalCents: number
}

const lineDifference = (id: number, sentCents: number, currentCents: number | undefined): LineDifference =>
  currentCents === undefined
    ? { id, sentCents, currentCents: null, differenceCents: null }
    : { id, sentCents, currentCents, differenceCents: exact(currentCents) - exact(sentCents) }

/** Unit prices and goods are compared first (1016), then the total (1023); undefined when all are equal. */
export const priceProblem = (check: PriceCheck): PriceProblem | undefined => {
  const lines = check.sent
    .map(({ id, goodPrice }) => lineDifference(id, goodPrice, check.currentCents.get(id)))
    .filter(({ differenceCents }) => differenceCents !== 0)
  if (lines.length > 0) return { error: 'PRICE_INCONSISTENT', data: { lines } }
  const sentCents = exact(check.sentTotalCents)
  const currentCents = exact(check.currentTotalCents)
  const differenceCents = currentCents - sentCents
  return differenceCents === 0
    ? undefined
    : { error: 'ORDER_PRICE_INCONSISTENT', data: { sentCents, currentCents, differenceCents } }
}
