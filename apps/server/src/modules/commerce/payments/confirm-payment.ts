import type { Tx } from '../../../platform/database.ts'
import { NoticeRefused, type PaidTrade, type ProviderName } from '../../../platform/payments.ts'
import { transfer } from '../ledger/index.ts'
import { type LockedOrder, lockOrder, settleLatePayment, settlePaidOrder } from '../orders/index.ts'
import { addProviderRefund, refundOrder } from '../refunds/index.ts'
import { methodOf, type PaymentDeps } from './deps.ts'
import {
  findPaymentByNumber,
  findPaymentByTransaction,
  lockPayment,
  markPaymentPaid,
  type PaymentRow,
} from './store.ts'

/**
 * Books a payment that the provider reports as paid, in a notice or when queried. Repeated reports change nothing; ledger
 * entry, payment and order are written in one transaction.
 */
export const confirmPayment =
  (deps: PaymentDeps) =>
  (
    provider: ProviderName,
    { outTradeNo, transactionId, amountCents }: PaidTrade,
    /** Runs in the transaction that books the money. */
    onBooked?: (tx: Tx) => Promise<void>,
  ): Promise<void> =>
    deps.database.db.transaction(async (tx) => {
      const found = await findPaymentByNumber(tx, provider, outTradeNo)
      if (!found) throw new NoticeRefused('no such payment')
      // A repeated notice, the most frequent case, takes no lock.
      if (isKnown(found, transactionId, amountCents)) return
      // Sent together, executed by PostgreSQL in this order: the order is locked before its payment.
      const [order, payment, otherPayment] = await Promise.all([
        lockOrder(tx, found.orderId),
        lockPayment(tx, found.id),
        findPaymentByTransaction(tx, provider, transactionId),
      ])
      if (isKnown(payment, transactionId, amountCents)) return
      if (payment.amountCents !== amountCents) throw new NoticeRefused('another amount')
      if (payment.transactionId) throw new NoticeRefused('another transaction')
      // One transaction of the provider pays one payment.
      if (otherPayment) throw new NoticeRefused('money of another payment')
      await Promise.all([bookPayment(tx, deps, order, payment, transactionId), onBooked?.(tx)])
    })

const isKnown = (payment: PaymentRow, transactionId: string, amountCents: number): boolean =>
  payment.transactionId === transactionId && payment.amountCents === amountCents

const bookPayment = async (
  tx: Tx,
  deps: PaymentDeps,
  order: LockedOrder,
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
  // Paid by another payment before: this one is refunded.
  if (order.paidAt) await addProviderRefund(tx, deps, paid, { key: `payment:${id}:surplus`, amountCents }, now)
  else if (order.state === 'pending') await settlePaidOrder(tx, deps, orderId, method, now)
  else {
    const failed = await settleLatePayment(tx, deps, order, method, now)
    if (failed) await refundOrder(tx, deps, failed, now)
  }
}
