import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { transfer } from '../ledger/index.ts'
import { failOrder, type LockedOrder, settleRefundedOrder } from '../orders/index.ts'
import { addProviderRefund, type RefundPart } from './add-refund.ts'
import type { RefundDeps } from './deps.ts'
import { lockSettlingPayment } from './store.ts'

interface OrderRefundDeps extends RefundDeps {
  readonly outbox: Outbox
}

/**
 * Refunds a part of an order the way it was paid. Beans and balance are transferred in this transaction; a provider is asked
 * afterwards, and `settleRefundedOrder` ends the order once it has confirmed.
 */
export const refundPart = async (
  tx: Tx,
  deps: RefundDeps,
  { id: orderId, userId, payMethod }: LockedOrder,
  part: RefundPart,
  now: Date,
): Promise<void> => {
  if (part.amountCents === 0) return
  if (payMethod === PayMethod.beans || payMethod === PayMethod.balance) {
    const to = { userId, kind: payMethod === PayMethod.beans ? 'beans' : 'balance' } as const
    await transfer(tx, { ...part, reason: 'orderRefund', from: { kind: 'refunds' }, to, orderId }, now)
    return
  }
  const payment = await lockSettlingPayment(tx, orderId)
  if (!payment) throw new Error(`order ${orderId} was paid by no payment that could be refunded`)
  await addProviderRefund(tx, deps, payment, part, now)
}

/** Refunds the whole amount of an order that has failed. */
export const refundOrder = async (tx: Tx, deps: OrderRefundDeps, order: LockedOrder, now: Date): Promise<void> => {
  const { id: orderId, payableCents: amountCents } = order
  await refundPart(tx, deps, order, { key: `order:${orderId}:refund`, amountCents }, now)
  await settleRefundedOrder(tx, deps, order, now)
}

/** Ends a paid order that cannot be fulfilled: returns what it holds (`failOrder`) and refunds it. */
export const failAndRefundOrder = async (
  deps: OrderRefundDeps & { readonly clock: Clock },
  tx: Tx,
  order: LockedOrder,
  failure: string,
  isOurFault = true,
): Promise<void> => {
  const now = deps.clock.now()
  await failOrder(tx, order, { failure, isOurFault }, now)
  await refundOrder(tx, deps, order, now)
}
