import { type InvoiceEvent, invoiceMachine } from '@yunji/contract/commerce/invoice/machine'
import { nextStep } from '@yunji/contract/machine'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { OutboxEvent } from '../../../platform/outbox/events.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { InvoiceDeps } from './deps.ts'
import { listPaidOrders, lockOrders } from './order-store.ts'
import { uploadedPdfAddress } from './pdf.ts'
import { infoOf, recordOf } from './read-invoices.ts'
import {
  countWaiting,
  findAny,
  freeOrders,
  type InvoiceFilter,
  type InvoiceRow,
  insertInvoice,
  listAll,
  listParts,
  lockAny,
  updateInvoice,
} from './store.ts'

const refuse = (text: string): never => {
  throw new AppError('SHOW_ERROR_TIP', { text })
}

export const getInvoices =
  ({ database: { db } }: InvoiceDeps) =>
  async (filter: InvoiceFilter, { page, rows }: { readonly page: number; readonly rows: number }) => {
    const [[found, total], waiting] = await Promise.all([listAll(db, filter, { page, rows }), countWaiting(db)])
    const records = found.map(({ invoice, orderCount }) => ({
      ...recordOf(invoice, orderCount),
      userId: invoice.userId,
    }))
    return { ...pageOf(records, page, rows, total), ...waiting }
  }

/** Money of the invoice's orders that has not gone back. */
const remainingParts = async (db: InvoiceDeps['database']['db'] | Tx, invoiceId: number) => {
  const ids = (await listParts(db, invoiceId)).map(({ orderId }) => orderId)
  if (ids.length === 0) return []
  return (await listPaidOrders(db, ids)).filter(({ amountCents }) => amountCents > 0)
}

const sumOf = (parts: readonly { readonly amountCents: number }[]): number =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0)

export const getInvoiceForOperator = (deps: InvoiceDeps) => async (invoiceId: number) => {
  const { db } = deps.database
  const invoice = await findAny(db, invoiceId)
  if (!invoice) throw new AppError('NOT_FOUND')
  const info = await infoOf(db, invoice)
  return {
    ...info,
    // Uploads are shown before the customer has them.
    hasPdf: invoice.pdfBytes !== null,
    hasCreditPdf: invoice.creditPdfBytes !== null,
    pdfAddress: uploadedPdfAddress(deps, invoice, 'invoice'),
    creditPdfAddress: uploadedPdfAddress(deps, invoice, 'credit'),
    userId: invoice.userId,
    remainingCents: sumOf(await remainingParts(db, invoiceId)),
  }
}

const stepOf = (invoice: InvoiceRow | undefined, event: InvoiceEvent) => {
  if (!invoice) throw new AppError('NOT_FOUND')
  const step = nextStep(invoiceMachine, invoice.state, event)
  if (!step.ok) throw new AppError('SHOW_ERROR_TIP', { text: '发票的状态已变化，请刷新' })
  return { invoice, state: step.state }
}

type InvoiceMessage = Extract<OutboxEvent, { event: 'invoiceIssued' | 'invoiceRejected' | 'invoiceCorrected' }>

/** Messages go to the account of an invoice, as long as it exists. */
const tell = async (
  tx: Tx,
  { outbox }: InvoiceDeps,
  { id: invoiceId, userId, amountCents, title }: InvoiceRow,
  event: InvoiceMessage['event'],
  more: { readonly reason: string; readonly replacementId?: number },
): Promise<void> => {
  if (userId === null) return
  const payload = { invoiceId, amountCents, titleName: title.name, ...more }
  await outbox.add(tx, { event, userId, key: `${event}:${invoiceId}`, payload })
}

interface Issue {
  readonly invoiceId: number
  readonly invoiceNumber: string
  /** As it stands on the PDF. */
  readonly amountCents: number
}

export const issueInvoice =
  (deps: InvoiceDeps) =>
  ({ invoiceId, invoiceNumber, amountCents }: Issue): Promise<null> =>
    deps.database.db.transaction(async (tx) => {
      const { invoice, state } = stepOf(await lockAny(tx, invoiceId), 'issue')
      if (invoice.pdfBytes === null) refuse('请先上传发票 PDF')
      if (invoice.amountCents !== amountCents) refuse('金额与申请不同：期间有订单退款，请按新的金额开具')
      const now = deps.clock.now()
      await updateInvoice(tx, invoiceId, { state, invoiceNumber, issuedAt: now, updatedAt: now })
      await tell(tx, deps, invoice, 'invoiceIssued', { reason: '' })
      return null
    })

export const rejectInvoice =
  (deps: InvoiceDeps) =>
  (invoiceId: number, reason: string): Promise<null> =>
    deps.database.db.transaction(async (tx) => {
      const { invoice, state } = stepOf(await lockAny(tx, invoiceId), 'reject')
      await updateInvoice(tx, invoiceId, { state, reason, updatedAt: deps.clock.now() })
      await freeOrders(tx, invoiceId)
      await tell(tx, deps, invoice, 'invoiceRejected', { reason })
      return null
    })

interface Correction {
  readonly invoiceId: number
  readonly creditNumber: string
  readonly reason: string
}

/**
 * After a refund, what is left becomes a new request with the same title. Without one (a wrong title, say) the orders are free,
 * and the customer requests anew. Orders are locked before the invoice, as a refund does.
 */
export const correctInvoice =
  (deps: InvoiceDeps) =>
  ({ invoiceId, creditNumber, reason }: Correction): Promise<{ replacementId: number | null }> =>
    deps.database.db.transaction(async (tx) => {
      const now = deps.clock.now()
      await lockOrders(
        tx,
        (await listParts(tx, invoiceId)).map(({ orderId }) => orderId),
      )
      const { invoice, state } = stepOf(await lockAny(tx, invoiceId), 'correct')
      await updateInvoice(tx, invoiceId, { state, creditNumber, reason, updatedAt: now })
      await freeOrders(tx, invoiceId)
      const parts = invoice.state === 'correcting' ? await remainingParts(tx, invoiceId) : []
      const { userId, title } = invoice
      const replacement =
        parts.length === 0
          ? undefined
          : await insertInvoice(
              tx,
              {
                userId,
                title,
                state: invoiceMachine.initial,
                amountCents: sumOf(parts),
                replacesId: invoiceId,
                createdAt: now,
                updatedAt: now,
              },
              parts,
            )
      const link = replacement && { replacementId: replacement.id }
      await tell(tx, deps, invoice, 'invoiceCorrected', { reason, ...link })
      return { replacementId: replacement?.id ?? null }
    })
