import type { StateTone } from '@yunji/contract/devices/device/enums'
import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bigCount, id, timestamp } from './columns.ts'

export const usageLogs = pgTable('usage_logs', {
  loggedAt: timestamp('logged_at').notNull(),
  userId: id('user_id').notNull(),
  logId: text('log_id').notNull(),
  client: text('client').notNull(),
  version: text('version').notNull(),
  terminalType: text('terminal_type').notNull(),
  accessingPages: text('accessing_pages').notNull(),
  exitMark: smallint('exit_mark').notNull(),
  more: text('more'),
})

export const usageHours = pgTable(
  'usage_hours',
  {
    hour: timestamp('hour').notNull(),
    client: text('client').notNull(),
    version: text('version').notNull(),
    terminalType: text('terminal_type').notNull(),
    page: text('page').notNull(),
    sessions: bigCount('sessions').notNull(),
    users: bigCount('users').notNull(),
    logs: bigCount('logs').notNull(),
    exits: bigCount('exits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.client, table.version, table.terminalType, table.page] })],
)

export const usageRollups = pgTable('usage_rollups', {
  hour: timestamp('hour').primaryKey(),
  logs: bigCount('logs').notNull(),
})

export const pageLogs = pgTable('page_logs', {
  loggedAt: timestamp('logged_at').notNull(),
  event: text('event').notNull(),
  page: text('page').notNull(),
  client: text('client').notNull(),
  version: text('version').notNull(),
  terminalType: text('terminal_type').notNull(),
  channel: text('channel').notNull(),
  fingerprint: text('fingerprint'),
})

export const clientErrors = pgTable('client_errors', {
  fingerprint: text('fingerprint').primaryKey(),
  message: text('message').notNull(),
  stack: text('stack').notNull(),
  page: text('page').notNull(),
  client: text('client').notNull(),
  firstVersion: text('first_version').notNull(),
  lastVersion: text('last_version').notNull(),
  times: bigCount('times').notNull(),
  firstSeenAt: timestamp('first_seen_at').notNull(),
  lastSeenAt: timestamp('last_seen_at').notNull(),
})

export const dictionaryEntries = pgTable(
  'dictionary_entries',
  {
    category: text('category').notNull(),
    value: text('value').notNull(),
    name: text('name').notNull(),
    parent: text('parent').notNull().default(''),
    note: text('note').notNull().default(''),
    position: integer('position').notNull(),
    tone: text('tone').$type<StateTone>(),
  },
  (table) => [primaryKey({ columns: [table.category, table.value] })],
)
