import type { ReplaceReason } from '@yunji/contract/devices/move/rules'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, timestamp } from './columns.ts'

export const deviceMoves = pgTable('device_moves', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  deviceId: id('device_id').notNull(),
  userId: id('user_id').notNull(),
  kind: text('kind').$type<'replace' | 'zone'>().notNull(),
  fromZoneId: id('from_zone_id').notNull(),
  toZoneId: id('to_zone_id').notNull(),
  configId: id('config_id').notNull(),
  keepsData: boolean('keeps_data').notNull(),
  reason: text('reason').$type<ReplaceReason | ''>().notNull().default(''),
  costBeans: integer('cost_beans').notNull(),
  createdAt: timestamp('created_at').notNull(),
  taskId: id('task_id'),
  /** The new phone. */
  phoneId: text('phone_id'),
  endedAt: timestamp('ended_at'),
  hasMoved: boolean('has_moved'),
})
