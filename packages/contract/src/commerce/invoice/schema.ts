import * as z from 'zod/mini'
import { normaliseTaxNumber } from '../../validation/tax-number.ts'
import { cents, count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { orderKinds } from '../order/enums.ts'
import { invoiceStates } from './machine.ts'
import { titleKinds } from './rules.ts'

/** Markup has no place on an invoice; the operator copies the texts into the tax system. */
const line = (maximum: number) => z.string().check(z.trim(), z.maxLength(maximum), z.regex(/^[^\p{Cc}<>]*$/u))
const optionalLine = (maximum: number) => z.prefault(line(maximum), '')

const titleFields = {
  kind: z.enum(titleKinds),
  name: line(100).check(z.minLength(2)),
  taxNumber: z.prefault(
    z.pipe(
      z.string().check(z.maxLength(40)),
      z.pipe(z.transform(normaliseTaxNumber), z.string().check(z.maxLength(18))),
    ),
    '',
  ),
  address: optionalLine(100),
  phone: z.prefault(z.string().check(z.trim(), z.regex(/^$|^[0-9+][0-9-]{4,19}$/)), ''),
  bankName: optionalLine(100),
  bankAccount: z.prefault(z.string().check(z.trim(), z.regex(/^$|^[0-9 -]{6,40}$/)), ''),
}

/** A title as the customer writes it; `isDefault` takes the mark from the one that has it. */
export const titleInput = z.strictObject({ ...titleFields, isDefault: z.prefault(z.boolean(), false) })

/** Title as it stood when the invoice was requested. */
export const invoiceTitle = z.object({
  kind: z.enum(titleKinds),
  name: z.string(),
  taxNumber: shortText,
  address: z.string(),
  phone: shortText,
  bankName: z.string(),
  bankAccount: shortText,
})
export type InvoiceTitle = z.output<typeof invoiceTitle>

export const savedTitle = z.object({ titleId: positiveId, ...invoiceTitle.shape, isDefault: z.boolean() })
export type SavedTitle = z.output<typeof savedTitle>

/** An order that can be invoiced, with the money that was paid for it and has not gone back. */
export const invoiceableOrder = z.object({
  orderId: positiveId,
  kind: z.enum(orderKinds),
  title: shortText,
  amountCents: cents,
  paidAt: epochMillis,
})
export type InvoiceableOrder = z.output<typeof invoiceableOrder>

export const invoiceRecord = z.object({
  invoiceId: positiveId,
  state: z.enum(invoiceStates),
  amountCents: cents,
  titleKind: z.enum(titleKinds),
  titleName: z.string(),
  orderCount: count,
  createdAt: epochMillis,
  updatedAt: epochMillis,
})
export type InvoiceRecord = z.output<typeof invoiceRecord>

export const invoiceInfo = z.object({
  ...invoiceRecord.shape,
  title: invoiceTitle,
  /** Number that the tax system gave; empty until issued. */
  invoiceNumber: shortText,
  issuedAt: z.nullable(epochMillis),
  /** Why it was rejected, cancelled by us or corrected; empty otherwise. */
  reason: longText,
  /** Number of the reversing invoice; empty until corrected. */
  creditNumber: shortText,
  hasPdf: z.boolean(),
  hasCreditPdf: z.boolean(),
  /** Issued instead of an invoice that was corrected; null otherwise. */
  replacesId: z.nullable(positiveId),
  /** Issued for what was left after the correction; null otherwise. */
  replacementId: z.nullable(positiveId),
  orders: z.array(z.object({ orderId: positiveId, title: shortText, amountCents: cents })),
})
export type InvoiceInfo = z.output<typeof invoiceInfo>

export const pdfKinds = ['invoice', 'credit'] as const
export type PdfKind = (typeof pdfKinds)[number]
