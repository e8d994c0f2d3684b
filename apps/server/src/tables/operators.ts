import type { ExportList } from '@yunji/contract/operator/export-lists'
import type { AuditOutcome, OperatorRole } from '@yunji/contract/wire/operator-roles'
import { boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigCount, bytea, bytes, count, id, timestamp } from './columns.ts'

export const operators = pgTable('operators', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull().default(''),
  role: text('role').$type<OperatorRole>().notNull(),
  passwordHash: text('password_hash').notNull(),
  mustChangePassword: boolean('must_change_password').notNull().default(true),
  totpSecret: text('totp_secret'),
  totpConfirmedAt: timestamp('totp_confirmed_at'),
  totpStep: bigCount('totp_step').notNull().default(0),
  disabledAt: timestamp('disabled_at'),
  createdAt: timestamp('created_at').notNull(),
  lastLoginAt: timestamp('last_login_at'),
})

export const operatorSessions = pgTable('operator_sessions', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  operatorId: id('operator_id').notNull(),
  tokenHash: bytea('token_hash').notNull().unique(),
  createdAt: timestamp('created_at').notNull(),
  lastUsedAt: timestamp('last_used_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  provedAt: timestamp('proved_at'),
  endedAt: timestamp('ended_at'),
  origin: bytea('origin').notNull(),
  browser: text('browser').notNull().default(''),
  address: text('address').notNull().default(''),
})

export const operatorRecoveryCodes = pgTable(
  'operator_recovery_codes',
  {
    operatorId: id('operator_id').notNull(),
    codeHash: bytea('code_hash').notNull(),
    usedAt: timestamp('used_at'),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.codeHash] })],
)

export const operatorFailures = pgTable(
  'operator_failures',
  {
    subject: text('subject').notNull(),
    origin: bytea('origin').notNull(),
    failures: count('failures').notNull(),
    windowEndsAt: timestamp('window_ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.origin] })],
)

export const operatorAudit = pgTable('operator_audit', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp('at').notNull(),
  operatorId: id('operator_id'),
  operatorName: text('operator_name').notNull(),
  role: text('role').$type<OperatorRole>().notNull(),
  call: text('call').notNull(),
  subject: text('subject').notNull(),
  before: jsonb('before'),
  after: jsonb('after'),
  outcome: text('outcome').$type<AuditOutcome>().notNull(),
  address: text('address').notNull().default(''),
})

export const operatorExports = pgTable('operator_exports', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  operatorId: id('operator_id'),
  operatorName: text('operator_name').notNull(),
  list: text('list').$type<ExportList | 'person'>().notNull(),
  query: text('query').notNull(),
  columns: text('columns').array().notNull(),
  state: text('state').$type<'waiting' | 'done' | 'failed'>().notNull().default('waiting'),
  rowCount: count('row_count').notNull().default(0),
  sizeBytes: bytes('size_bytes').notNull().default(0),
  isCut: boolean('is_cut').notNull().default(false),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  /** The customer of an export of one person. */
  userId: id('user_id'),
})

export const operatorViews = pgTable(
  'operator_views',
  {
    operatorId: id('operator_id').notNull(),
    list: text('list').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    savedAt: timestamp('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.list, table.name] })],
)
