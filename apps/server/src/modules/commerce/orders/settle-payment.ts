import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import { payMethodsOf } from '@yunji/contract/commerce/order/rules'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { reserveStock } from '../catalogue/index.ts'
import { markCouponUsed } from '../coupons/index.ts'
import {
  applyEvent,
  applyPayment,
  countPurchases,
  type LockedOrder,
  listItemConfigurations,
  lockAccountThatStays,
  lockOwnOrder,
  releaseReservations,
} from './store.ts'

interface SettleDeps {
  readonly jobs: Pick<Jobs, 'add'>
  readonly outbox: Outbox
}

export const FULFIL_JOB = { name: 'order.fulfil' } as const

/** Locks an order that can be paid with this method now, or returns one that is paid already. */
export const lockPayableOrder = async (
  tx: Tx,
  userId: number,
  orderId: number,
  method: PayMethod,
  now: Date,
): Promise<LockedOrder> => {
  const order = await lockOwnOrder(tx, userId, orderId)
  if (!order) throw new AppError('NOT_FOUND')
  if (order.paidAt) return order
  if (order.state !== 'pending' || order.expiresAt <= now) {
    throw new AppError('SHOW_ERROR_TIP', { text: '订单已失效，请重新下单' })
  }
  if (!payMethodsOf(order.kind, order.purchase.isMetered).includes(method)) {
    throw new AppError('BAD_INPUT', { text: '该订单不支持此支付方式' })
  }
  return order
}

/** Marks an order paid, notifies its buyer and starts its fulfilment; nothing when the order was paid before. */
export const settlePaidOrder = async (
  tx: Tx,
  { jobs, outbox }: SettleDeps,
  orderId: number,
  payMethod: PayMethod,
  now: Date,
): Promise<LockedOrder | undefined> => {
  const order = await markOrderPaid(tx, orderId, payMethod, now)
  if (!order) return undefined
  const { userId, title: goodsName, payableCents: amountCents } = order
  const payload = { orderId, goodsName, amountCents, isBeans: payMethod === PayMethod.beans }
  await Promise.all([
    outbox.add(tx, { event: 'orderPaid', userId, key: `order-${orderId}-paid`, payload }),
    jobs.add<{ orderId: number }>(tx, FULFIL_JOB, { orderId }),
  ])
  return order
}

/** Marks an order paid without a message or a job, for a caller that fulfils it in the same transaction. */
export const markOrderPaid = async (
  tx: Tx,
  orderId: number,
  payMethod: PayMethod,
  now: Date,
): Promise<LockedOrder | undefined> => {
  const order = await applyPayment(tx, orderId, payMethod, now)
  if (!order) return undefined
  if (order.couponId !== null) await markCouponUsed(tx, orderId, now)
  await countPurchases(tx, order)
  return order
}

/** Kinds without stock. A phone that was released before its renewal is refunded when the renewal is fulfilled. */
const unlimitedKinds: ReadonlySet<OrderKind> = new Set(['beans', 'balance', 'space', 'codes', 'renew'])

/**
 * Settles money that arrives for a cancelled or expired order: the order is fulfilled where that is still possible at its
 * price. Otherwise it fails and is returned: the caller refunds it.
 */
export const settleLatePayment = async (
  tx: Tx,
  deps: SettleDeps,
  order: LockedOrder,
  payMethod: PayMethod,
  now: Date,
): Promise<LockedOrder | undefined> => {
  if (await canStillBeFulfilled(tx, order)) {
    await settlePaidOrder(tx, deps, order.id, payMethod, now)
    return undefined
  }
  await applyEvent(tx, 'pay', order, { payMethod, paidAt: now, endedAt: null })
  await applyEvent(tx, 'fail', order, { failure: '付款到账时订单已失效，款项原路退回' })
  return { ...order, payMethod }
}

/**
 * A coupon or a first price was returned when the order ended, and may be in use elsewhere. An account that is being deleted
 * gets nothing more: it had to be without devices when its deletion began, and gives up the rest at its end.
 */
const canStillBeFulfilled = async (tx: Tx, order: LockedOrder): Promise<boolean> => {
  const isPlain = order.couponId === null && order.lines.every(({ kind }) => kind === 'goods')
  if (!isPlain || !(await lockAccountThatStays(tx, order.userId))) return false
  return unlimitedKinds.has(order.kind) || (order.kind === 'buy' && reserveAgain(tx, order))
}

const reserveAgain = async (tx: Tx, { id: orderId, purchase: { zoneId } }: LockedOrder): Promise<boolean> => {
  if (zoneId === undefined) return false
  const items = await listItemConfigurations(tx, orderId)
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
