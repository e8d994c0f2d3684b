import type { InvoiceState } from '@yunji/contract/commerce/invoice/machine'
import type { TitleKind } from '@yunji/contract/commerce/invoice/rules'
import type { InvoiceTitle } from '@yunji/contract/commerce/invoice/schema'
import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { cents, id, timestamp } from './columns.ts'

export const invoiceTitles = pgTable('invoice_titles', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  kind: text('kind').$type<TitleKind>().notNull(),
  name: text('name').notNull(),
  taxNumber: text('tax_number').notNull().default(''),
  address: text('address').notNull().default(''),
  phone: text('phone').notNull().default(''),
  bankName: text('bank_name').notNull().default(''),
  bankAccount: text('bank_account').notNull().default(''),
  isDefault: boolean('is_default').notNull().default(false),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
})

export const invoices = pgTable('invoices', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id'),
  state: text('state').$type<InvoiceState>().notNull(),
  amountCents: cents('amount_cents').notNull(),
  title: jsonb('title').$type<InvoiceTitle>().notNull(),
  invoiceNumber: text('invoice_number').notNull().default(''),
  creditNumber: text('credit_number').notNull().default(''),
  reason: text('reason').notNull().default(''),
  pdfBytes: integer('pdf_bytes'),
  creditPdfBytes: integer('credit_pdf_bytes'),
  replacesId: id('replaces_id').unique(),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
  issuedAt: timestamp('issued_at'),
})

export const invoiceOrders = pgTable(
  'invoice_orders',
  {
    invoiceId: id('invoice_id').notNull(),
    orderId: id('order_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    isLive: boolean('is_live').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.orderId] })],
)
