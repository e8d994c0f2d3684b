import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import type { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { orderItems } from '../../../tables/orders.ts'
import { reserveStock } from '../catalogue/index.ts'
import { refundPart } from '../refunds/index.ts'
import { type PaidDeps, settlePaidOrder } from './settle-payment.ts'
import { settleRefundedOrder } from './settle-refund.ts'
import { applyEvent, isOrder, type OrderRow, releaseReservations } from './store.ts'

/** What nobody else can take away meanwhile; a phone that was released before its renewal came is paid back by itself. */
const unlimitedKinds: ReadonlySet<OrderKind> = new Set(['beans', 'balance', 'space', 'codes', 'renew'])

/**
 * Money for an order that was cancelled or has expired: its buyer gets what they paid for where it can still be had at
 * that price, and the money otherwise. Whoever calls holds the order.
 */
export const settleLatePayment = async (
  tx: Tx,
  deps: PaidDeps,
  order: OrderRow,
  payMethod: PayMethod,
  now: Date,
): Promise<void> => {
  if (await canStillBeFulfilled(tx, order)) {
    await settlePaidOrder(tx, deps, order.id, payMethod, now)
    return
  }
  await applyEvent(tx, 'pay', isOrder(order.id), { payMethod, paidAt: now, endedAt: null })
  await applyEvent(tx, 'fail', isOrder(order.id), { failure: '付款到账时订单已失效，款项原路退回' })
  const whole = { key: `order:${order.id}:refund`, amountCents: order.payableCents }
  await refundPart(tx, deps, { ...order, payMethod }, whole, now)
  await settleRefundedOrder(tx, deps, order.id, now)
}

/** A coupon or a first price went back to its owner when the order ended, and may be in use elsewhere by now. */
const canStillBeFulfilled = async (tx: Tx, order: OrderRow): Promise<boolean> => {
  const isPlain = order.couponId === null && order.lines.every(({ kind }) => kind === 'goods')
  if (!isPlain) return false
  return unlimitedKinds.has(order.kind) || (order.kind === 'buy' && reserveAgain(tx, order))
}

const reserveAgain = async (tx: Tx, { id: orderId, purchase: { zoneId } }: OrderRow): Promise<boolean> => {
  if (zoneId === undefined) return false
  const items = await tx
    .select({ configId: billableProducts.configId, quantity: orderItems.quantity })
    .from(orderItems)
    .innerJoin(billableProducts, eq(billableProducts.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))
  const parts = [...Map.groupBy(items, ({ configId }) => configId)].map(([configId, of]) => ({
    zoneId,
    configId,
    quantity: of.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  try {
    await reserveStock(tx, orderId, parts)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await releaseReservations(tx, orderId)
    return false
  }
}
