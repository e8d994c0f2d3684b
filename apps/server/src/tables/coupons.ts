import type { CouponIssueOutcome, CouponIssueState } from '@yunji/contract/commerce/coupon/issue'
import type { CouponTerms } from '@yunji/contract/commerce/coupon/scope'
import type { CouponState } from '@yunji/contract/commerce/coupon/state'
import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { count, id, timestamp } from './columns.ts'

export const couponTemplates = pgTable('coupon_templates', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  terms: jsonb('terms').$type<CouponTerms>().notNull(),
  validDays: integer('valid_days'),
  exchangeCode: text('exchange_code'),
  leftCount: count('left_count'),
  perUserLimit: count('per_user_limit').notNull().default(1),
  isEnabled: boolean('is_enabled').notNull().default(true),
  isForNewcomers: boolean('is_for_newcomers').notNull().default(false),
  createdAt: timestamp('created_at').notNull(),
  withdrawnAt: timestamp('withdrawn_at'),
})

export const coupons = pgTable('coupons', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  templateId: id('template_id').notNull(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  terms: jsonb('terms').$type<CouponTerms>().notNull(),
  state: text('state').$type<CouponState>().notNull().default('efficient'),
  orderId: id('order_id'),
  receivedAt: timestamp('received_at').notNull(),
  expiresAt: timestamp('expires_at'),
  usedAt: timestamp('used_at'),
  issueId: id('issue_id'),
})

export const exchangeFailures = pgTable(
  'exchange_failures',
  {
    userId: id('user_id').notNull(),
    day: date('day').notNull(),
    failures: count('failures').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
)

export const couponIssues = pgTable('coupon_issues', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  templateId: id('template_id').notNull(),
  operatorName: text('operator_name').notNull(),
  state: text('state').$type<CouponIssueState>().notNull().default('planned'),
  plannedCount: integer('planned_count').notNull(),
  leftOutCount: integer('left_out_count').notNull(),
  issuedCount: integer('issued_count').notNull().default(0),
  withdrawnCount: integer('withdrawn_count').notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
  startedAt: timestamp('started_at'),
  endedAt: timestamp('ended_at'),
})

export const couponIssueUsers = pgTable(
  'coupon_issue_users',
  {
    issueId: id('issue_id').notNull(),
    userId: id('user_id').notNull(),
    outcome: text('outcome').$type<CouponIssueOutcome>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issueId, table.userId] })],
)

export const couponTallies = pgTable('coupon_tallies', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  templateId: id('template_id').notNull(),
  state: text('state').$type<CouponState>().notNull(),
  expiresOn: date('expires_on'),
  change: integer('change').notNull(),
})
