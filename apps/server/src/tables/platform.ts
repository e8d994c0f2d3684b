import type { SetupPart } from '@yunji/contract/operator/setup'
import { boolean, date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, bytes, count, id, timestamp } from './columns.ts'

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: id('user_id').notNull(),
    callPath: text('call_path').notNull(),
    key: text('key').notNull(),
    requestHash: bytea('request_hash').notNull(),
    answer: jsonb('answer'),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.callPath, table.key] })],
)

export const operatorIdempotencyKeys = pgTable(
  'operator_idempotency_keys',
  {
    /** 0 for the configured token. */
    operatorId: id('operator_id').notNull(),
    callPath: text('call_path').notNull(),
    key: text('key').notNull(),
    requestHash: bytea('request_hash').notNull(),
    answer: jsonb('answer'),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.callPath, table.key] })],
)

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
})

export const setupTests = pgTable('setup_tests', {
  part: text('part').$type<SetupPart>().primaryKey(),
  isOk: boolean('is_ok').notNull(),
  text: text('text').notNull(),
  operatorName: text('operator_name').notNull(),
  testedAt: timestamp('tested_at').notNull(),
})

export const uploadQuotas = pgTable(
  'upload_quotas',
  {
    userId: id('user_id').notNull(),
    kind: text('kind').$type<'avatar' | 'verification' | 'ticket'>().notNull(),
    day: date('day').notNull(),
    uploads: count('uploads').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.day] })],
)
