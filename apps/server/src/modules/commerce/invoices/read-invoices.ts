import type { InvoiceInfo, InvoiceRecord } from '@yunji/contract/commerce/invoice/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { InvoiceDeps } from './deps.ts'
import { earliestPaidAt, findOwnOrder, listInvoiceable, listPaidOrders } from './order-store.ts'
import { findByOrder, findOwn, findReplacementId, type InvoiceRow, listOwn, listParts } from './store.ts'

type ReadDeps = Pick<InvoiceDeps, 'database' | 'clock'>

interface Paging {
  readonly page: number
  readonly rows: number
}

export const recordOf = (invoice: InvoiceRow, orderCount: number): InvoiceRecord => ({
  invoiceId: invoice.id,
  state: invoice.state,
  amountCents: invoice.amountCents,
  titleKind: invoice.title.kind,
  titleName: invoice.title.name,
  orderCount,
  createdAt: invoice.createdAt.getTime(),
  updatedAt: invoice.updatedAt.getTime(),
})

export const infoOf = async (db: Db, invoice: InvoiceRow): Promise<InvoiceInfo> => {
  const [parts, replacementId] = await Promise.all([listParts(db, invoice.id), findReplacementId(db, invoice.id)])
  return {
    ...recordOf(invoice, parts.length),
    title: invoice.title,
    invoiceNumber: invoice.invoiceNumber,
    issuedAt: invoice.issuedAt?.getTime() ?? null,
    reason: invoice.reason,
    creditNumber: invoice.creditNumber,
    // An upload is the operator's own until the invoice is issued.
    hasPdf: invoice.pdfBytes !== null && invoice.issuedAt !== null,
    hasCreditPdf: invoice.creditPdfBytes !== null && invoice.state === 'corrected',
    replacesId: invoice.replacesId,
    replacementId,
    orders: parts,
  }
}

export const getInvoiceableOrders =
  ({ database: { db }, clock }: ReadDeps) =>
  async (userId: number, { page, rows }: Paging) => {
    const { found, total } = await listInvoiceable(db, userId, clock.now(), { page, rows })
    const records = found.map(({ orderId, kind, title, amountCents, paidAt }) => ({
      orderId,
      kind,
      title,
      amountCents,
      paidAt: paidAt?.getTime() ?? 0,
    }))
    return pageOf(records, page, rows, total)
  }

export const getInvoiceList =
  ({ database: { db } }: ReadDeps) =>
  async (userId: number, { page, rows }: Paging) => {
    const [found, total] = await listOwn(db, userId, { page, rows })
    const records = found.map(({ invoice, orderCount }) => recordOf(invoice, orderCount))
    return pageOf(records, page, rows, total)
  }

export const getInvoice =
  ({ database: { db } }: ReadDeps) =>
  async (userId: number, invoiceId: number): Promise<InvoiceInfo> => {
    const invoice = await findOwn(db, userId, invoiceId)
    if (!invoice) throw new AppError('NOT_FOUND')
    return infoOf(db, invoice)
  }

const PREPAID: ReadonlySet<number | null> = new Set([PayMethod.beans, PayMethod.balance])

const refusalOf = (
  { state, payMethod }: NonNullable<Awaited<ReturnType<typeof findOwnOrder>>>,
  paid: Awaited<ReturnType<typeof listPaidOrders>>[number] | undefined,
  now: Date,
): string => {
  if (state === 'pending' || state === 'cancelled' || state === 'expired') return '支付后可以开票'
  if (PREPAID.has(payMethod)) return '云豆和余额在充值时开票'
  if (!paid || paid.amountCents === 0) return '没有可以开票的金额'
  return (paid.paidAt ?? now) < earliestPaidAt(now) ? '支付已超过 365 天，不能开票' : ''
}

export const getOrderInvoice =
  ({ database: { db }, clock }: ReadDeps) =>
  async (userId: number, orderId: number) => {
    const order = await findOwnOrder(db, userId, orderId)
    if (!order) throw new AppError('NOT_FOUND')
    const [[paid], last] = await Promise.all([listPaidOrders(db, [orderId]), findByOrder(db, userId, orderId)])
    const invoice = last ? recordOf(last.invoice, last.orderCount) : null
    const refusal = last?.isLive ? '已申请发票' : refusalOf(order, paid, clock.now())
    return { invoice, amountCents: refusal === '' ? (paid?.amountCents ?? 0) : 0, refusal }
  }
