import type { ScheduleKind, ScheduleRepeat, ScheduleTarget } from '@yunji/contract/devices/schedule/rules'
import { pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { count, id, timestamp } from './columns.ts'

export const deviceSchedules = pgTable('device_schedules', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  ownerId: id('owner_id').notNull(),
  kind: text('kind').$type<ScheduleKind>().notNull(),
  packageName: text('package_name').notNull().default(''),
  appName: text('app_name').notNull().default(''),
  target: text('target').$type<ScheduleTarget>().notNull(),
  groupId: id('group_id'),
  tag: text('tag').notNull().default(''),
  repeat: text('repeat').$type<ScheduleRepeat>().notNull(),
  time: text('run_time').notNull(),
  date: text('run_date').notNull().default(''),
  weekdays: smallint('weekdays').array().notNull().default([]),
  nextAt: timestamp('next_at'),
  pausedAt: timestamp('paused_at'),
  failedRuns: count('failed_runs').notNull().default(0),
  emptyRuns: count('empty_runs').notNull().default(0),
  toldAt: timestamp('told_at'),
  createdAt: timestamp('created_at').notNull(),
})

export const deviceScheduleDevices = pgTable(
  'device_schedule_devices',
  {
    scheduleId: id('schedule_id').notNull(),
    deviceId: id('device_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scheduleId, table.deviceId] })],
)

export const deviceScheduleRuns = pgTable('device_schedule_runs', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  scheduleId: id('schedule_id').notNull(),
  dueAt: timestamp('due_at').notNull(),
  state: text('state').$type<'open' | 'working' | 'ended' | 'missed'>().notNull(),
  lastDeviceId: id('last_device_id').notNull().default(0),
  deviceCount: count('device_count').notNull().default(0),
  doneCount: count('done_count').notNull().default(0),
  failedCount: count('failed_count').notNull().default(0),
  reason: text('reason').notNull().default(''),
  taskId: id('task_id'),
  startedAt: timestamp('started_at').notNull(),
  endedAt: timestamp('ended_at'),
})
