import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { orders } from '../../../tables/orders.ts'
import { payments } from '../../../tables/payments.ts'
import { transfer } from '../ledger/index.ts'
import { addProviderRefund, type RefundDeps, type RefundPart } from './add-refund.ts'

type PaidOrder = Pick<typeof orders.$inferSelect, 'id' | 'userId' | 'payMethod'>

/**
 * Money goes back the way it came. Beans and balance are back when this transaction is; a provider is asked afterwards, and
 * `settleRefunded` ends the order once it has said that the money is back. Whoever calls holds the order.
 */
export const refundPart = async (
  tx: Tx,
  deps: RefundDeps,
  { id: orderId, userId, payMethod }: PaidOrder,
  part: RefundPart,
  now: Date,
): Promise<void> => {
  if (part.amountCents === 0) return
  if (payMethod === PayMethod.beans || payMethod === PayMethod.balance) {
    const to = { userId, kind: payMethod === PayMethod.beans ? 'beans' : 'balance' } as const
    await transfer(tx, { ...part, reason: 'orderRefund', from: { kind: 'refunds' }, to, orderId }, now)
    return
  }
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), payments.isSettling))
    .for('update')
  if (!payment) throw new Error(`order ${orderId} was paid by no payment that could be refunded`)
  await addProviderRefund(tx, deps, payment, part, now)
}
