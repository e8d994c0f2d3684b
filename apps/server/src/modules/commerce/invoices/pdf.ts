import { Readable } from 'node:stream'
import { INVOICE_PDF_BYTES } from '@yunji/contract/commerce/invoice/rules'
import { type PdfKind, pdfKinds } from '@yunji/contract/commerce/invoice/schema'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { addFileUpload } from '../../../platform/http/operator-upload.ts'
import { attachmentOf } from '../../../platform/object-store.ts'
import type { AddAudit } from '../../../platform/operators/audit.ts'
import type { InvoiceDeps } from './deps.ts'
import { findAny, findOwn, type InvoiceRow, lockAny, updateInvoice } from './store.ts'

const PURPOSE = 'invoice pdf'
const ADDRESS_LIFETIME_MS = 10 * MINUTE_MS
const UPLOADS_PER_MINUTE = 60

interface Address {
  /** Null for operators, who see an uploaded file before its customer does. */
  readonly userId: number | null
  readonly invoiceId: number
  readonly kind: PdfKind
}

const addressOf = (token: string): string => `${sideRoutes.invoicePdf.path}?token=${token}`

/** One object for each invoice and kind: a repeated upload takes the place of the one before, so none is left behind. */
const pdfKey = (invoiceId: number, kind: PdfKind): string => `invoices/${invoiceId}-${kind}`

export const pdfKeysOf = ({ id, pdfBytes, creditPdfBytes }: InvoiceRow): string[] => [
  ...(pdfBytes === null ? [] : [pdfKey(id, 'invoice')]),
  ...(creditPdfBytes === null ? [] : [pdfKey(id, 'credit')]),
]

const TAIL_BYTES = 1024
const MARKUP = /<\s*(?:!doctype|html|script|svg|body)/i

/** By content, whatever its name says; a PDF that a browser could take for a page is refused as well. */
export const isPdf = (bytes: Buffer): boolean => {
  const head = bytes.subarray(0, TAIL_BYTES).toString('latin1')
  const tail = bytes.subarray(-TAIL_BYTES).toString('latin1')
  return /^%PDF-[12]\.\d/.test(head) && tail.includes('%%EOF') && !MARKUP.test(head)
}

const hasPdf = (invoice: InvoiceRow, kind: PdfKind): boolean =>
  kind === 'invoice'
    ? invoice.pdfBytes !== null && invoice.issuedAt !== null
    : invoice.creditPdfBytes !== null && invoice.state === 'corrected'

const isUploaded = ({ pdfBytes, creditPdfBytes }: InvoiceRow, kind: PdfKind): boolean =>
  (kind === 'invoice' ? pdfBytes : creditPdfBytes) !== null

const fileName = ({ id, invoiceNumber, creditNumber }: InvoiceRow, kind: PdfKind): string =>
  kind === 'invoice' ? `发票-${invoiceNumber || id}.pdf` : `红字发票-${creditNumber || id}.pdf`

export const getPdfAddress =
  ({ database: { db }, signedTokens }: InvoiceDeps) =>
  async (userId: number, { invoiceId, kind }: { invoiceId: number; kind: PdfKind }) => {
    const invoice = await findOwn(db, userId, invoiceId)
    if (!invoice || !hasPdf(invoice, kind)) throw new AppError('NOT_FOUND')
    const address: Address = { userId, invoiceId, kind }
    const token = signedTokens.sign(PURPOSE, address, ADDRESS_LIFETIME_MS)
    return { address: addressOf(token), name: fileName(invoice, kind) }
  }

/** Address of an uploaded file for operators, also before the customer has it. */
export const uploadedPdfAddress = (
  { signedTokens }: InvoiceDeps,
  invoice: InvoiceRow,
  kind: PdfKind,
): string | null => {
  if (!isUploaded(invoice, kind)) return null
  const address: Address = { userId: null, invoiceId: invoice.id, kind }
  return addressOf(signedTokens.sign(PURPOSE, address, ADDRESS_LIFETIME_MS))
}

const findAddressed = async ({ database: { db } }: InvoiceDeps, { userId, invoiceId, kind }: Address) => {
  const invoice = await (userId === null ? findAny(db, invoiceId) : findOwn(db, userId, invoiceId))
  return invoice && (userId === null ? isUploaded : hasPdf)(invoice, kind) ? invoice : undefined
}

const storePdf = (
  { database: { db }, objectStore, clock }: InvoiceDeps,
  { invoiceId, kind }: { invoiceId: number; kind: PdfKind },
  pdf: Buffer,
  addAudit: AddAudit,
) =>
  db.transaction(async (tx) => {
    const invoice = await lockAny(tx, invoiceId)
    if (!invoice) throw new AppError('NOT_FOUND')
    const isOpen =
      kind === 'invoice' ? invoice.state === 'pending' : invoice.issuedAt !== null && invoice.state !== 'corrected'
    if (!isOpen) throw new AppError('SHOW_ERROR_TIP', { text: '发票的状态已变化，不能再上传' })
    await objectStore.put(pdfKey(invoiceId, kind), Readable.from([pdf]), INVOICE_PDF_BYTES)
    const sizes = kind === 'invoice' ? { pdfBytes: pdf.length } : { creditPdfBytes: pdf.length }
    await updateInvoice(tx, invoiceId, { ...sizes, updatedAt: clock.now() })
    const { pdfBytes, creditPdfBytes } = invoice
    await addAudit(tx, { subject: `invoice:${invoiceId}`, before: { pdfBytes, creditPdfBytes }, after: sizes })
  })

const readQuery = (query: unknown): { invoiceId: number; kind: PdfKind } => {
  const { invoiceId: text, kind: named = 'invoice' } = query as { invoiceId?: unknown; kind?: unknown }
  const kind = pdfKinds.find((each) => each === named)
  if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text) || !kind) throw new AppError('BAD_INPUT')
  return { invoiceId: Number(text), kind }
}

export const addPdfRoutes = (app: FastifyInstance, deps: InvoiceDeps): void => {
  addFileUpload(app, deps, {
    route: sideRoutes.invoicePdfUpload,
    maximumBytes: INVOICE_PDF_BYTES,
    perMinute: UPLOADS_PER_MINUTE,
    readQuery,
    store: async (pdf, file, addAudit) => {
      if (!isPdf(file)) throw new AppError('ILLEGAL_FILE', { text: '请上传 PDF 文件' })
      await storePdf(deps, pdf, file, addAudit)
      return { invoiceId: pdf.invoiceId, sizeBytes: file.length }
    },
  })
  app.get(sideRoutes.invoicePdf.path, async (request, reply) => {
    const { token } = request.query as { token?: unknown }
    const address = typeof token === 'string' ? deps.signedTokens.read<Address>(PURPOSE, token) : undefined
    const invoice = address && (await findAddressed(deps, address))
    const body = invoice ? await deps.objectStore.get(pdfKey(invoice.id, address.kind)) : null
    if (!address || !invoice || !body) throw new AppError('PATH_NOT_FOUND')
    reply.headers({
      'cache-control': 'private, no-store',
      'content-disposition': attachmentOf(fileName(invoice, address.kind)),
    })
    return reply.type('application/pdf').send(body)
  })
}
