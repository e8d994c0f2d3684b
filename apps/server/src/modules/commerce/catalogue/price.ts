import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import type { billableProducts } from '../../../tables/catalogue.ts'
import type { Purchases } from './store.ts'

export interface PricedRow {
  readonly product: Omit<typeof billableProducts.$inferSelect, 'isListed'>
  readonly goodId: number
  /** `bigint` columns arrive as text. */
  readonly activityId: string | null
  readonly activityCents: string | null
  readonly purchases: number | null
}

/**
 * The price of a product for a buyer. A running activity sets it for everybody; otherwise the first of a product may cost
 * less. In both cases `oldGoodPrice` is the regular price, which every further one costs.
 */
export const priceOf = ({ product, goodId, activityId, activityCents, purchases }: PricedRow): GoodsPrice => {
  const { id, configId, goodTimeHours, priceCents, oldPriceCents, firstPriceCents, isMetered } = product
  const firstCount = purchases ?? 0
  const isInActivity = activityId !== null
  const firstPurchase = !isInActivity && firstPriceCents !== null && firstCount === 0
  const reducedCents = isInActivity ? Number(activityCents) : firstPurchase ? firstPriceCents : undefined
  return {
    goodId,
    configId,
    id,
    goodTime: goodTimeHours,
    goodPrice: reducedCents ?? priceCents,
    oldGoodPrice: reducedCents === undefined ? oldPriceCents : priceCents,
    firstCount,
    activityId: isInActivity ? Number(activityId) : null,
    firstPurchase,
    isMetered,
  }
}

/** A product with all its activities, past and future ones too: its price follows from the clock and the buyer. */
export interface OfferedProduct {
  readonly product: typeof billableProducts.$inferSelect
  readonly goodId: number
  /** Cheapest first. */
  readonly activities: readonly {
    readonly id: number
    readonly priceCents: number
    readonly startsAtMs: number
    readonly endsAtMs: number
  }[]
}

/** The price at this time; of two running activities, the cheaper one counts. */
export const currentPrice = (offered: OfferedProduct, purchases: Purchases, now: Date): GoodsPrice => {
  const running = offered.activities.find(
    ({ startsAtMs, endsAtMs }) => startsAtMs <= now.getTime() && now.getTime() < endsAtMs,
  )
  return priceOf({
    product: offered.product,
    goodId: offered.goodId,
    activityId: running ? String(running.id) : null,
    activityCents: running ? String(running.priceCents) : null,
    purchases: purchases.get(offered.product.id) ?? null,
  })
}
