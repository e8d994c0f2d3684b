import type { Fault, InterruptionCause } from '@yunji/contract/devices/availability/rules'
import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, timestamp } from './columns.ts'

export const zoneOutages = pgTable('zone_outages', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  supplierType: smallint('supplier_type').notNull(),
  zoneId: id('zone_id').notNull(),
  startedAt: timestamp('started_at').notNull(),
  endedAt: timestamp('ended_at').notNull(),
  recordedAt: timestamp('recorded_at'),
})

export const maintenanceWindows = pgTable('maintenance_windows', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  zoneId: id('zone_id').notNull(),
  startsAt: timestamp('starts_at').notNull(),
  endsAt: timestamp('ends_at').notNull(),
  reason: text('reason').notNull(),
  createdAt: timestamp('created_at').notNull(),
})

/** Written by a trigger of `devices` where the device's own state tells of it. */
export const deviceInterruptions = pgTable('device_interruptions', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  deviceId: id('device_id').notNull(),
  ownerId: id('owner_id').notNull(),
  zoneId: id('zone_id').notNull(),
  cause: text('cause').$type<InterruptionCause>().notNull(),
  fault: text('fault').$type<Fault>().notNull(),
  startedAt: timestamp('started_at').notNull(),
  endedAt: timestamp('ended_at'),
  outageId: id('outage_id'),
  restoredSeconds: integer('restored_seconds').notNull().default(0),
  countedSeconds: integer('counted_seconds'),
  creditedSeconds: integer('credited_seconds').notNull().default(0),
  settledAt: timestamp('settled_at'),
  correction: text('correction').notNull().default(''),
})
