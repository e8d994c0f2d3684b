import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { TaskKind, TaskState } from '@yunji/contract/devices/task/rules'
import { boolean, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { count, id, timestamp } from './columns.ts'

export const tasks = pgTable('tasks', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  ownerId: id('owner_id').notNull(),
  kind: text('kind').$type<TaskKind>().notNull(),
  subject: text('subject').notNull().default(''),
  input: jsonb('input').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  state: text('state').$type<TaskState>().notNull().default('waiting'),
  retryOf: id('retry_of'),
  createdAt: timestamp('created_at').notNull(),
  deadlineAt: timestamp('deadline_at').notNull(),
  endedAt: timestamp('ended_at'),
  scheduleRunId: id('schedule_run_id'),
})

export const taskParts = pgTable('task_parts', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  taskId: id('task_id').notNull(),
  deviceId: id('device_id').notNull(),
  deviceName: text('device_name').notNull(),
  deviceStateCount: count('device_state_count').notNull(),
  deviceStateBefore: text('device_state_before').$type<DeviceState>().notNull(),
  state: text('state').$type<TaskState>().notNull().default('waiting'),
  direction: text('direction').$type<'forward' | 'back'>().notNull().default('forward'),
  step: smallint('step').notNull().default(0),
  data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  progress: smallint('progress').notNull().default(0),
  attempt: count('attempt').notNull().default(0),
  isBeside: boolean('is_beside').notNull().default(false),
  isCancelled: boolean('is_cancelled').notNull().default(false),
  endsAs: text('ends_as').$type<'failed' | 'interrupted'>(),
  reason: text('reason').notNull().default(''),
  deadlineAt: timestamp('deadline_at').notNull(),
  endedAt: timestamp('ended_at'),
})
