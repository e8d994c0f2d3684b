import { PayMethod } from '@yunji/contract/order/enums'
import { payMethodsOf } from '@yunji/contract/order/pay-methods'
import type { WalletAccount } from '@yunji/contract/wallet/schema'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/sessions/caller.ts'
import { move } from '../ledger/index.ts'
import type { OrderDeps } from './end.ts'
import { type PaidDeps, settlePaid } from './paid.ts'
import { lockOrder, type OrderRow } from './store.ts'

export type PayDeps = OrderDeps & PaidDeps

const wallets: Partial<Record<PayMethod, WalletAccount>> = {
  [PayMethod.beans]: 'beans',
  [PayMethod.balance]: 'balance',
}

/** Pays an order. Once more changes nothing: money that was taken is not taken again. */
export const payOrder =
  (deps: PayDeps) =>
  ({ userId }: Caller, orderId: number, method: PayMethod): Promise<OrderRow> =>
    deps.database.db.transaction(async (tx) => {
      const order = await lockOrder(tx, userId, orderId)
      if (!order) throw new AppError('NOT_FOUND')
      if (order.paidAt) return order
      assertPayable(order, method, deps.clock.now())
      const wallet = wallets[method]
      if (!wallet) throw new AppError('NOT_OPEN_YET')
      return payFromWallet(tx, deps, order, method, wallet)
    })

const assertPayable = ({ state, kind, expiresAt, purchase }: OrderRow, method: PayMethod, now: Date): void => {
  if (state !== 'pending' || expiresAt <= now) {
    throw new AppError('SHOW_ERROR_TIP', { text: '订单已失效，请重新下单' })
  }
  if (!payMethodsOf(kind, purchase.isMetered).includes(method))
    throw new AppError('BAD_INPUT', { text: '该订单不支持此支付方式' })
}

const payFromWallet = async (
  tx: Tx,
  deps: PayDeps,
  { id: orderId, userId, payableCents }: OrderRow,
  method: PayMethod,
  kind: WalletAccount,
): Promise<OrderRow> => {
  const now = deps.clock.now()
  await move(
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
  const paid = await settlePaid(tx, deps, orderId, method, now)
  if (!paid) throw new Error(`order ${orderId} was paid and not settled`)
  return paid
}
