import type { Tx } from '../../../platform/database.ts'
import { NoticeRefused, type PaidFact, type ProviderName } from '../../../platform/payments.ts'
import { move } from '../ledger/index.ts'
import { holdOrder, type OrderRow, settleLate, settlePaid } from '../orders/index.ts'
import { addRefund } from '../refunds/index.ts'
import { methodOf, type PaymentDeps } from './deps.ts'
import { findPayment, findTold, lockPayment, markPaid, type PaymentRow } from './store.ts'

/**
 * The provider says that money is there, in a notice or when asked. However often it says so: the payment is held, what it
 * says is compared, and entries, payment and order are written in one transaction, once.
 */
export const confirmPaid =
  (deps: PaymentDeps) =>
  (provider: ProviderName, { outTradeNo, transactionId, amountCents }: PaidFact): Promise<void> =>
    deps.database.db.transaction(async (tx) => {
      const found = await findPayment(tx, provider, outTradeNo)
      if (!found) throw new NoticeRefused('no such payment')
      // Told again, which is most of what is ever told: nothing to hold anybody up for.
      if (isKnown(found, transactionId, amountCents)) return
      // Sent together, and taken by PostgreSQL in this order: the order is held before its payment.
      const [order, payment, told] = await Promise.all([
        holdOrder(tx, found.orderId),
        lockPayment(tx, found.id),
        findTold(tx, provider, transactionId),
      ])
      if (isKnown(payment, transactionId, amountCents)) return
      if (payment.amountCents !== amountCents) throw new NoticeRefused('another amount')
      if (payment.transactionId) throw new NoticeRefused('another transaction')
      // The same money never pays twice, whatever it says that it is for.
      if (told) throw new NoticeRefused('money of another payment')
      await takeIn(tx, deps, order, payment, transactionId)
    })

const isKnown = (payment: PaymentRow, transactionId: string, amountCents: number): boolean =>
  payment.transactionId === transactionId && payment.amountCents === amountCents

const takeIn = async (
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
    markPaid(tx, id, { transactionId, paidAt: now, isSettling: order.paidAt === null }),
    move(tx, { key, reason: 'orderPayment', from: { kind: provider }, to, amountCents, orderId }, now),
  ])
  const method = methodOf[provider]
  // Paid in another way before: this money was one too many.
  if (order.paidAt) await addRefund(tx, deps, paid, { key: `payment:${id}:surplus`, amountCents }, now)
  else if (order.state === 'pending') await settlePaid(tx, deps, orderId, method, now)
  else await settleLate(tx, deps, order, method, now)
}
