import type { PayScene } from '@yunji/contract/commerce/payment/enums'
import type { PaymentState } from '@yunji/contract/commerce/payment/machine'
import type {
  NoticeOutcome,
  NoticeSubject,
  refundProposalStates,
  refundReasons,
} from '@yunji/contract/commerce/payment/operator-enums'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import type { ProviderName } from '../platform/payments.ts'
import { cents, count, id, timestamp } from './columns.ts'

export const payments = pgTable('payments', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  orderId: id('order_id').notNull(),
  provider: text('provider').$type<ProviderName>().notNull(),
  scene: text('scene').$type<PayScene>().notNull(),
  outTradeNo: text('out_trade_no').notNull(),
  amountCents: cents('amount_cents').notNull(),
  state: text('state').$type<PaymentState>().notNull().default('waiting'),
  transactionId: text('transaction_id'),
  isSettling: boolean('is_settling').notNull().default(false),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  askedAt: timestamp('asked_at'),
  paidAt: timestamp('paid_at'),
})

export const refunds = pgTable('refunds', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  paymentId: id('payment_id').notNull(),
  orderId: id('order_id').notNull(),
  key: text('key').notNull(),
  outRefundNo: text('out_refund_no').notNull(),
  amountCents: cents('amount_cents').notNull(),
  deviceId: id('device_id'),
  /** `manual`: the provider does not complete it, and a person decides. */
  state: text('state').$type<'waiting' | 'refunded' | 'manual'>().notNull().default('waiting'),
  createdAt: timestamp('created_at').notNull(),
  askedAt: timestamp('asked_at'),
  refundedAt: timestamp('refunded_at'),
  attempt: count('attempt').notNull().default(1),
  asks: count('asks').notNull().default(0),
  askAt: timestamp('ask_at'),
  failure: text('failure'),
  /** Null: it still has its first number. */
  numberedAt: timestamp('numbered_at'),
  /** Number under which it was completed; empty: paid into the balance. */
  settledNumber: text('settled_number'),
})

export const refundNumbers = pgTable('refund_numbers', {
  outRefundNo: text('out_refund_no').primaryKey(),
  refundId: id('refund_id').notNull(),
})

/** Refunds that operators give. */
export const refundProposals = pgTable('refund_proposals', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  orderId: id('order_id').notNull(),
  amountCents: cents('amount_cents').notNull(),
  reason: text('reason').$type<(typeof refundReasons)[number]>().notNull(),
  state: text('state').$type<(typeof refundProposalStates)[number]>().notNull(),
  /** Null: the configured token. */
  proposerId: id('proposer_id'),
  proposerName: text('proposer_name').notNull(),
  proposedAt: timestamp('proposed_at').notNull(),
  deciderId: id('decider_id'),
  deciderName: text('decider_name'),
  decidedAt: timestamp('decided_at'),
})

/** Notices of providers; equal ones are counted. */
export const paymentNotices = pgTable('payment_notices', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  provider: text('provider').$type<ProviderName>().notNull(),
  about: text('about').$type<NoticeSubject>().notNull(),
  number: text('number').notNull(),
  transactionId: text('transaction_id').notNull(),
  amountCents: cents('amount_cents').notNull(),
  outcome: text('outcome').$type<NoticeOutcome>().notNull(),
  reason: text('reason').notNull(),
  times: count('times').notNull().default(1),
  firstAt: timestamp('first_at').notNull(),
  lastAt: timestamp('last_at').notNull(),
  closedBy: text('closed_by'),
  closedAt: timestamp('closed_at'),
})
