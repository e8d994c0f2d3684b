import type { Tx } from '../../../platform/database.ts'
import { NoticeRefused, type PaidTrade, type ProviderName } from '../../../platform/payments.ts'
import { transfer } from '../ledger/index.ts'
import { lockOrder, type OrderRow, settleLatePayment, settlePaidOrder } from '../orders/index.ts'
import { addProviderRefund } from '../refunds/index.ts'
import { methodOf, type PaymentDeps } from './deps.ts'
import {
  findPaymentByNumber,
  findPaymentByTransaction,
  lockPayment,
  markPaymentPaid,
  type PaymentRow,
} from './store.ts'

/**
 * The provider says that money is there, in a notice or when asked. However often it says so: the payment is held, what it
 * says is compared, and entries, payment and order are written in one transaction, once.
 */
export const confirmPayment =
  (deps: PaymentDeps) =>
  (provider: ProviderName, { outTradeNo, transactionId, amountCents }: PaidTrade): Promise<void> =>
    deps.database.db.transaction(async (tx) => {
      const found = await findPaymentByNumber(tx, provider, outTradeNo)
      if (!found) throw new NoticeRefused('no such payment')
      // Told again, which is most of what is ever told: nothing to hold anybody up for.
      if (isKnown(found, transactionId, amountCents)) return
      // Sent together, and taken by PostgreSQL in this order: the order is held before its payment.
      const [order, payment, otherPayment] = await Promise.all([
        lockOrder(tx, found.orderId),
        lockPayment(tx, found.id),
        findPaymentByTransaction(tx, provider, transactionId),
      ])
      if (isKnown(payment, transactionId, amountCents)) return
      if (payment.amountCents !== amountCents) throw new NoticeRefused('another amount')
      if (payment.transactionId) throw new NoticeRefused('another transaction')
      // The same money never pays twice, whatever it says that it is for.
      if (otherPayment) throw new NoticeRefused('money of another payment')
      await bookPayment(tx, deps, order, payment, transactionId)
    })

const isKnown = (payment: PaymentRow, transactionId: string, amountCents: number): boolean =>
  payment.transactionId === transactionId && payment.amountCents === amountCents

const bookPayment = async (
  tx: Tx,
  deps: PaymentDeps,
  order: OrderRow,
  { id, provider, amountCents }: PaymentRow,
  transactionId: string,
): Promise<void> => {
  const now = deps.clock.now()
  const orderId = order.id
  const key = `payment:${id}:paid`
  const to = { kind: 'revenue' } as const
  const [paid] = await Promise.all([
    markPaymentPaid(tx, id, { transactionId, paidAt: now, isSettling: order.paidAt === null }),
    transfer(tx, { key, reason: 'orderPayment', from: { kind: provider }, to, amountCents, orderId }, now),
  ])
  const method = methodOf[provider]
  // Paid in another way before: this money was one too many.
  if (order.paidAt) await addProviderRefund(tx, deps, paid, { key: `payment:${id}:surplus`, amountCents }, now)
  else if (order.state === 'pending') await settlePaidOrder(tx, deps, orderId, method, now)
  else await settleLatePayment(tx, deps, order, method, now)
}
