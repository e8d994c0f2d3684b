import type { AccountKind, LedgerDifference } from '@yunji/contract/commerce/wallet/ledger'
import type { EntryReason, WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, count, id, timestamp } from './columns.ts'

export const ledgerAccounts = pgTable('ledger_accounts', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id'),
  kind: text('kind').$type<WalletAccount | OwnAccountKind>().notNull(),
  balanceCents: cents('balance_cents'),
  heldCents: cents('held_cents').notNull().default(0),
})

/** The platform's own accounts: money at the payment providers, and its counterparts. */
export type OwnAccountKind = Exclude<AccountKind, WalletAccount>

export const ledgerEntries = pgTable('ledger_entries', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  reason: text('reason').$type<EntryReason>().notNull(),
  fromAccountId: id('from_account_id').notNull(),
  toAccountId: id('to_account_id').notNull(),
  amountCents: cents('amount_cents').notNull(),
  fromBalanceCents: cents('from_balance_cents'),
  toBalanceCents: cents('to_balance_cents'),
  orderId: id('order_id'),
  deviceId: id('device_id'),
  createdAt: timestamp('created_at').notNull(),
})

export const ledgerHolds = pgTable('ledger_holds', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  accountId: id('account_id').notNull(),
  amountCents: cents('amount_cents').notNull(),
  state: text('state').$type<'held' | 'taken' | 'released'>().notNull(),
  createdAt: timestamp('created_at').notNull(),
  endedAt: timestamp('ended_at'),
})

export const ledgerChecks = pgTable('ledger_checks', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  operatorName: text('operator_name'),
  state: text('state').$type<'running' | 'done' | 'failed'>().notNull().default('running'),
  startedAt: timestamp('started_at').notNull(),
  endedAt: timestamp('ended_at'),
  accountCount: count('account_count').notNull().default(0),
  entryCount: count('entry_count').notNull().default(0),
  orderCount: count('order_count').notNull().default(0),
  totals: jsonb('totals').$type<readonly { kind: AccountKind; cents: number }[]>().notNull().default([]),
  differenceCount: integer('difference_count').notNull().default(0),
  differences: jsonb('differences').$type<readonly LedgerDifference[]>().notNull().default([]),
})
