import type { AlertKind } from '@yunji/contract/messages/rules'
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, timestamp } from './columns.ts'

export const alertSettings = pgTable(
  'alert_settings',
  {
    userId: id('user_id').notNull(),
    alert: text('alert').$type<AlertKind>().notNull(),
    isOn: boolean('is_on').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.alert] })],
)

export const deviceFaultAlerts = pgTable('device_fault_alerts', {
  deviceId: id('device_id').primaryKey(),
  ownerId: id('owner_id').notNull(),
  phoneId: text('phone_id').notNull(),
  toldAt: timestamp('told_at').notNull(),
  backAt: timestamp('back_at'),
})

export const stockWaits = pgTable('stock_waits', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  configId: id('config_id').notNull(),
  zoneId: id('zone_id'),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  isForTrial: boolean('is_for_trial').notNull().default(false),
})

export const digestRuns = pgTable('digest_runs', {
  week: text('week').primaryKey(),
  reachedUserId: id('reached_user_id').notNull().default(0),
  endedAt: timestamp('ended_at'),
})
