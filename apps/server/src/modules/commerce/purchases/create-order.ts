import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import type { BusinessType, OrderKind } from '@yunji/contract/commerce/order/enums'
import {
  isQuantityExceeded,
  ORDER_LIFETIME_MS,
  ORDER_MAXIMUM_PHONES,
  type PendingPhoneOrder,
  pendingRefusal,
  takesPhones,
} from '@yunji/contract/commerce/order/rules'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { orders, StoredPurchase } from '../../../tables/orders.ts'
import { reserveStock, type StockQuantity } from '../catalogue/index.ts'
import { chooseCoupon, reserveCoupon } from '../coupons/index.ts'
import {
  agreedQuote,
  type PricedLine,
  type Pricing,
  priceLines,
  type RequestedItem,
  type SeenPrices,
} from './price-lines.ts'
import { claimFirstPrices, claimFirstRecharge, findBigUserLimit, insertOrder, lockPendingOrders } from './store.ts'

type OrderRow = typeof orders.$inferSelect

export interface OrderRequest extends SeenPrices, Pricing {
  readonly kind: OrderKind
  readonly business: BusinessType | null
  readonly title: string
  readonly couponId?: number | undefined
  /** Remaining value of a device that is changed. */
  readonly creditCents?: number
  readonly maximumPhones?: number | undefined
  /** Absent for orders that take no stock. */
  readonly zoneId?: number | undefined
  readonly purchase: StoredPurchase
  /** Unit prices that the buyer saw; those of `items` when absent. */
  readonly seen?: readonly RequestedItem[] | undefined
  /** The buyer's unpaid orders of phones, when the caller has locked them. */
  readonly pending?: readonly PendingPhoneOrder[]
  /** Lines of something other than phones: it has its own prices, and the order has no items. */
  readonly priced?: readonly PricedLine[]
  /** Whether the buyer has never paid for beans. */
  readonly isFirstRecharge?: boolean
}

/**
 * Creates an order, priced by the server, and holds stock, coupon and first price for it. Everything happens in the
 * caller's transaction, so a refusal leaves nothing behind.
 */
export const createOrder = async (tx: Tx, request: OrderRequest, now: Date): Promise<OrderRow> => {
  const { userId, kind, business, items, couponId, creditCents = 0, purchase } = request
  if (isQuantityExceeded(items, request.maximumPhones)) throw new AppError('GOODS_QUANTITY_EXCEEDED')
  // The account is locked before anything else, so that its orders do not wait for each other with locks held.
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
  if (coupon?.terms.couponType === CouponType.firstRechargeCoupon && !(await claimFirstRecharge(tx, order))) {
    throw new AppError('SHOW_ERROR_TIP', { text: '已有一笔首充优惠订单待支付，请先支付或取消' })
  }
  await reserveStock(tx, order.id, others)
  // After all stock, as in `releaseReservations`: a transaction that waits for a claim holds no stock its owner still needs.
  if (!request.priced) await claimFirstPricesOf(tx, order, lines)
  return order
}

/** Sorted as `reserveStock` locks stock, so that two large orders do not deadlock. */
const stockOf = (lines: readonly PricedLine[], zoneId: number): StockQuantity[] =>
  [...Map.groupBy(lines, ({ goods }) => goods.configId)]
    .map(([configId, of]) => ({ zoneId, configId, quantity: sumOf(of) }))
    .toSorted((a, b) => a.configId - b.configId)

const sumOf = (lines: readonly { readonly quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Lines of one product are joined to one item. */
const itemsOf = (lines: readonly PricedLine[]) =>
  [...Map.groupBy(lines, ({ goods }) => goods.id)].map(([productId, of]) => ({
    productId,
    quantity: sumOf(of),
    unitPriceCents: of[0]?.goods.goodPrice ?? 0,
  }))

const claimFirstPricesOf = async (tx: Tx, order: OrderRow, lines: readonly PricedLine[]): Promise<void> => {
  const productIds = lines.filter(({ goods }) => goods.firstPurchase).map(({ goods }) => goods.id)
  if (productIds.length === 0) return
  const isClaimed = await claimFirstPrices(
    tx,
    order,
    productIds.toSorted((a, b) => a - b),
  )
  if (!isClaimed) throw new AppError('SHOW_ERROR_TIP', { text: '已有一笔首购价订单待支付，请先支付或取消' })
}

/** Refuses phones to an account whose unpaid orders hold as many as it may (1014). */
const assertPendingLimit = async (
  tx: Tx,
  userId: number,
  pending: readonly PendingPhoneOrder[],
  wantedPhones: number,
  now: Date,
): Promise<void> => {
  if (pendingRefusal(pending, wantedPhones, ORDER_MAXIMUM_PHONES) === null) return
  const limit = Math.max(ORDER_MAXIMUM_PHONES, await findBigUserLimit(tx, userId, now))
  const text = pendingRefusal(pending, wantedPhones, limit)
  if (text === null) return
  throw new AppError('GOODS_QUANTITY_EXCEEDED', { text, data: { pendingOrderIds: pending.map((of) => of.orderId) } })
}
