import { invoiceMachine } from '@yunji/contract/commerce/invoice/machine'
import { MAX_INVOICES_PER_DAY } from '@yunji/contract/commerce/invoice/rules'
import type { InvoiceRecord } from '@yunji/contract/commerce/invoice/schema'
import { nextStep } from '@yunji/contract/machine'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { InvoiceDeps } from './deps.ts'
import { earliestPaidAt, listPaidOrders, lockOwnOrders } from './order-store.ts'
import { recordOf } from './read-invoices.ts'
import {
  countRequests,
  findOwn,
  freeOrders,
  insertInvoice,
  listParts,
  lockAny,
  lockLiveOf,
  lockRequests,
  setPart,
  updateInvoice,
} from './store.ts'
import { findTitle } from './title-store.ts'
import { titleOf } from './titles.ts'

interface InvoiceRequest {
  readonly titleId: number
  readonly orderIds: readonly number[]
}

const refuse = (text: string): never => {
  throw new AppError('SHOW_ERROR_TIP', { text })
}

/** Amounts come from the payments and refunds of the orders, which are locked as a refund locks them. */
export const requestInvoice =
  ({ clock }: Pick<InvoiceDeps, 'clock'>) =>
  async (tx: Tx, userId: number, { titleId, orderIds }: InvoiceRequest): Promise<InvoiceRecord> => {
    const now = clock.now()
    const ids = [...new Set(orderIds)]
    await lockRequests(tx, userId)
    if ((await countRequests(tx, userId, now)) >= MAX_INVOICES_PER_DAY) refuse('今天的开票申请已达上限，请明天再试')
    const title = await findTitle(tx, userId, titleId)
    if (!title || (await lockOwnOrders(tx, userId, ids)) !== ids.length) throw new AppError('NOT_FOUND')
    const paid = await listPaidOrders(tx, ids)
    if (paid.some(({ invoiceId }) => invoiceId !== null)) refuse('有订单已申请发票，请刷新后重新选择')
    const earliest = earliestPaidAt(now)
    const parts = paid.filter(({ amountCents, paidAt }) => amountCents > 0 && paidAt !== null && paidAt >= earliest)
    if (parts.length !== ids.length) refuse('有订单不能开票，请刷新后重新选择')
    const invoice = await insertInvoice(
      tx,
      {
        userId,
        state: invoiceMachine.initial,
        amountCents: parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
        title: titleOf(title),
        createdAt: now,
        updatedAt: now,
      },
      parts,
    )
    return recordOf(invoice, parts.length)
  }

export const cancelInvoice =
  ({ database: { db }, clock }: Pick<InvoiceDeps, 'database' | 'clock'>) =>
  (userId: number, invoiceId: number): Promise<InvoiceRecord> =>
    db.transaction(async (tx) => {
      if (!(await findOwn(tx, userId, invoiceId))) throw new AppError('NOT_FOUND')
      const invoice = await lockAny(tx, invoiceId)
      if (!invoice) throw new AppError('NOT_FOUND')
      const step = nextStep(invoiceMachine, invoice.state, 'cancel')
      if (!step.ok) throw new AppError('SHOW_ERROR_TIP', { text: '只有待开具的申请可以取消' })
      const changed = { state: step.state, updatedAt: clock.now() }
      await updateInvoice(tx, invoiceId, changed)
      await freeOrders(tx, invoiceId)
      return recordOf({ ...invoice, ...changed }, (await listParts(tx, invoiceId)).length)
    })

/**
 * Follows a refund, in its transaction: a request shrinks, or ends when nothing is left of it; an issued invoice waits for its
 * correction. The caller has locked the order.
 */
export const applyRefundToInvoice = async (tx: Tx, orderId: number, now: Date): Promise<void> => {
  const invoice = await lockLiveOf(tx, orderId)
  if (!invoice) return
  const step = nextStep(invoiceMachine, invoice.state, 'refund')
  // Cancelled or rejected while this waited for the lock.
  if (!step.ok) return
  if (step.state !== 'pending') {
    if (step.isChanged) await updateInvoice(tx, invoice.id, { state: step.state, reason: '订单退款', updatedAt: now })
    return
  }
  const [paid] = await listPaidOrders(tx, [orderId])
  const amountCents = await setPart(tx, invoice.id, orderId, paid?.amountCents ?? 0)
  if (amountCents > 0) return updateInvoice(tx, invoice.id, { amountCents, updatedAt: now })
  await updateInvoice(tx, invoice.id, { state: 'cancelled', reason: '订单已全部退款', updatedAt: now })
}
