import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, id, moment } from './columns.ts'

export const users = pgTable('users', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  mobilePhone: text('mobile_phone').unique(),
  name: text('name').notNull(),
  avatar: text('avatar').notNull().default(''),
  userType: smallint('user_type').notNull().default(1),
  personalCheckStatus: smallint('personal_check_status').notNull().default(0),
  companyCheckStatus: smallint('company_check_status').notNull().default(0),
  passwordHash: text('password_hash'),
  frozenAt: moment('frozen_at'),
  createdAt: moment('created_at').notNull(),
})

export const sessions = pgTable('sessions', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  tokenHash: bytea('token_hash').notNull().unique(),
  userId: id('user_id').notNull(),
  createdAt: moment('created_at').notNull(),
  renewedAt: moment('renewed_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  revokedAt: moment('revoked_at'),
})

export const passwordAttempts = pgTable('password_attempts', {
  mobilePhone: text('mobile_phone').primaryKey(),
  failures: integer('failures').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
})
