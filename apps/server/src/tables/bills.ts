import type { billDifferenceKinds, billStates, billSubjects } from '@yunji/contract/commerce/payment/operator-enums'
import { boolean, date, pgTable, text } from 'drizzle-orm/pg-core'
import type { ProviderName } from '../platform/payments.ts'
import { cents, count, id, timestamp } from './columns.ts'

type BillSubject = (typeof billSubjects)[number]

/** Bills of payment providers, one for each day. */
export const bills = pgTable('bills', {
  provider: text('provider').$type<ProviderName>().notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  state: text('state').$type<(typeof billStates)[number]>().notNull().default('waiting'),
  source: text('source').$type<'download' | 'import'>(),
  payments: count('payments').notNull().default(0),
  paymentCents: cents('payment_cents').notNull().default(0),
  refunds: count('refunds').notNull().default(0),
  refundCents: cents('refund_cents').notNull().default(0),
  feeCents: cents('fee_cents').notNull().default(0),
  readAt: timestamp('read_at'),
  dueAt: timestamp('due_at'),
  failures: count('failures').notNull().default(0),
  failure: text('failure').notNull().default(''),
})

export const billLines = pgTable('bill_lines', {
  provider: text('provider').$type<ProviderName>().notNull(),
  subject: text('subject').$type<BillSubject>().notNull(),
  number: text('number').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  transactionId: text('transaction_id').notNull(),
  amountCents: cents('amount_cents').notNull(),
  feeCents: cents('fee_cents').notNull(),
  isSettled: boolean('is_settled').notNull(),
})

export const billDifferences = pgTable('bill_differences', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  provider: text('provider').$type<ProviderName>().notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  subject: text('subject').$type<BillSubject>().notNull(),
  number: text('number').notNull(),
  transactionId: text('transaction_id').notNull(),
  kind: text('kind').$type<(typeof billDifferenceKinds)[number]>().notNull(),
  ourCents: cents('our_cents'),
  theirCents: cents('their_cents'),
  orderId: id('order_id'),
  foundAt: timestamp('found_at').notNull(),
  closedAt: timestamp('closed_at'),
  closedBy: text('closed_by'),
  note: text('note').notNull().default(''),
})
