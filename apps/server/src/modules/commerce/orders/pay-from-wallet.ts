import { payMethodsOf } from '@yunji/contract/commerce/order/rules'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { transfer } from '../ledger/index.ts'
import type { OrderDeps } from './expire-orders.ts'
import { type PaidDeps, settlePaidOrder } from './settle-payment.ts'
import { lockOwnOrder, type OrderRow } from './store.ts'

export type PayDeps = OrderDeps & PaidDeps

const wallets: Partial<Record<PayMethod, WalletAccount>> = {
  [PayMethod.beans]: 'beans',
  [PayMethod.balance]: 'balance',
}

/** Pays an order from what its buyer holds. Once more changes nothing: money that was taken is not taken again. */
export const payFromWallet =
  (deps: PayDeps) =>
  ({ userId }: Caller, orderId: number, method: PayMethod): Promise<OrderRow> =>
    deps.database.db.transaction(async (tx) => {
      const order = await lockPayableOrder(tx, userId, orderId, method, deps.clock.now())
      if (order.paidAt) return order
      const wallet = wallets[method]
      if (!wallet) throw new AppError('NOT_OPEN_YET')
      return payAndSettle(tx, deps, order, method, wallet)
    })

/** An order that can be paid this way now, held for whoever pays it; or one that is paid already. */
export const lockPayableOrder = async (
  tx: Tx,
  userId: number,
  orderId: number,
  method: PayMethod,
  now: Date,
): Promise<OrderRow> => {
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

const payAndSettle = async (
  tx: Tx,
  deps: PayDeps,
  { id: orderId, userId, payableCents }: OrderRow,
  method: PayMethod,
  kind: WalletAccount,
): Promise<OrderRow> => {
  const now = deps.clock.now()
  await transfer(
    tx,
    {
      key: `order:${orderId}:paid`,
      reason: 'orderPayment',
      from: { userId, kind },
      to: { kind: 'revenue' },
      amountCents: payableCents,
      orderId,
    },
    now,
  )
  const paid = await settlePaidOrder(tx, deps, orderId, method, now)
  if (!paid) throw new Error(`order ${orderId} was paid and not settled`)
  return paid
}
