import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import type { BusinessType, OrderKind } from '@yunji/contract/commerce/order/enums'
import {
  isQuantityExceeded,
  ORDER_LIFETIME_MS,
  type PendingPhoneOrder,
  takesPhones,
} from '@yunji/contract/commerce/order/rules'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { firstPriceClaims, type StoredPurchase } from '../../../tables/orders.ts'
import { firstRechargeClaims } from '../../../tables/recharge.ts'
import { reserveStock, type StockQuantity } from '../catalogue/index.ts'
import { chooseCoupon, reserveCoupon } from '../coupons/index.ts'
import { insertOrder } from './insert-store.ts'
import { assertPendingLimit, lockPendingOrders } from './limit-pending-orders.ts'
import {
  agreedQuote,
  type PricedLine,
  type Pricing,
  priceLines,
  type RequestedItem,
  type SeenPrices,
} from './price-lines.ts'
import type { OrderRow } from './store.ts'

export interface OrderRequest extends SeenPrices, Pricing {
  readonly kind: OrderKind
  readonly business: BusinessType | null
  readonly title: string
  readonly couponId?: number | undefined
  /** What a device that is changed is still worth. */
  readonly creditCents?: number
  readonly maximumPhones?: number | undefined
  /** Where phones are taken from; nothing where none are. */
  readonly zoneId?: number | undefined
  readonly purchase: StoredPurchase
  /** The unit prices that the buyer saw, where those are not of all items. */
  readonly seen?: readonly RequestedItem[] | undefined
  /** The buyer's unpaid orders for phones, where they are locked already. */
  readonly pending?: readonly PendingPhoneOrder[]
  /** What is no phone has prices of its own, and is no item of an order. */
  readonly priced?: readonly PricedLine[]
  /** Whether this buyer has never paid for beans before. */
  readonly isFirstRecharge?: boolean
}

/**
 * Makes an order: priced by the server, its stock, coupon and first price held for it alone. All of it stands in the
 * caller's transaction, so a refusal at any point has taken nothing.
 */
export const createOrder = async (tx: Tx, request: OrderRequest, now: Date): Promise<OrderRow> => {
  const { userId, kind, business, items, couponId, creditCents = 0, purchase } = request
  if (isQuantityExceeded(items, request.maximumPhones)) throw new AppError('GOODS_QUANTITY_EXCEEDED')
  // First of all that is locked: orders of one account take their turn before they hold anything.
  if (takesPhones(kind)) {
    const pending = request.pending ?? (await lockPendingOrders(tx, userId))
    await assertPendingLimit(tx, userId, pending, sumOf(items), now)
  }
  const lines = request.priced ?? (await priceLines(tx, request, now))
  const checkout = { business, lines, isFirstRecharge: request.isFirstRecharge ?? false }
  const coupon = couponId === undefined ? undefined : await chooseCoupon(tx, userId, couponId, checkout, now)
  const quote = agreedQuote(lines, { ...request, items: request.seen ?? items }, coupon, creditCents)
  const [part, ...others] = request.zoneId === undefined ? [] : stockOf(lines, request.zoneId)
  const order = await insertOrder(
    tx,
    {
      userId,
      kind,
      businessType: business,
      title: request.title,
      lines: quote.lines,
      totalCents: quote.totalCents,
      couponCents: quote.couponCents,
      creditCents: quote.creditCents,
      payableCents: quote.payableCents,
      couponId: coupon?.id ?? null,
      purchase: { ...purchase, ...(lines.some(({ goods }) => goods.isMetered) && { isMetered: true }) },
      createdAt: now,
      expiresAt: later(now, ORDER_LIFETIME_MS),
    },
    request.priced ? [] : itemsOf(lines),
    part,
  )
  if (coupon) await reserveCoupon(tx, coupon.id, order.id)
  if (coupon?.terms.couponType === CouponType.firstRechargeCoupon) await claimFirstRecharge(tx, order)
  await reserveStock(tx, order.id, others)
  // After all stock, as in `letGo`: whoever waits for a claim holds nothing that its holder still wants.
  if (!request.priced) await claimFirstPrices(tx, order, lines)
  return order
}

/** In the order that stock is always taken in, so that two big orders never wait for each other. */
const stockOf = (lines: readonly PricedLine[], zoneId: number): StockQuantity[] =>
  [...Map.groupBy(lines, ({ goods }) => goods.configId)]
    .map(([configId, of]) => ({ zoneId, configId, quantity: sumOf(of) }))
    .toSorted((a, b) => a.configId - b.configId)

const sumOf = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** A product on two lines is one item: its terms are those of both together. */
const itemsOf = (lines: readonly PricedLine[]) =>
  [...Map.groupBy(lines, ({ goods }) => goods.id)].map(([productId, of]) => ({
    productId,
    quantity: sumOf(of),
    unitPriceCents: of[0]?.goods.goodPrice ?? 0,
  }))

const claimFirstPrices = async (tx: Tx, { id: orderId, userId }: OrderRow, lines: readonly PricedLine[]) => {
  const claims = lines
    .filter(({ goods }) => goods.firstPurchase)
    .map(({ goods }) => ({ userId, productId: goods.id, orderId }))
    .toSorted((a, b) => a.productId - b.productId)
  if (claims.length === 0) return
  const claimed = await tx.insert(firstPriceClaims).values(claims).onConflictDoNothing().returning()
  if (claimed.length < claims.length) {
    throw new AppError('SHOW_ERROR_TIP', { text: '已有一笔首购价订单待支付，请先支付或取消' })
  }
}

const claimFirstRecharge = async (tx: Tx, { id: orderId, userId }: OrderRow): Promise<void> => {
  const claimed = await tx.insert(firstRechargeClaims).values({ userId, orderId }).onConflictDoNothing().returning()
  if (claimed.length === 0) throw new AppError('SHOW_ERROR_TIP', { text: '已有一笔首充优惠订单待支付，请先支付或取消' })
}
