import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, id, timestamp } from './columns.ts'

export const trials = pgTable('trials', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull().unique(),
  deviceId: id('device_id').notNull().unique(),
  claimedAt: timestamp('claimed_at').notNull(),
  startedAt: timestamp('started_at'),
})

export const trialMarks = pgTable('trial_marks', {
  mark: bytea('mark').primaryKey(),
  trialId: id('trial_id').notNull(),
})

export const trialReturns = pgTable('trial_returns', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  operatorName: text('operator_name').notNull(),
  reason: text('reason').notNull(),
  returnedAt: timestamp('returned_at').notNull(),
})

export const guideEnds = pgTable('guide_ends', {
  userId: id('user_id').primaryKey(),
  endedAt: timestamp('ended_at').notNull(),
})
