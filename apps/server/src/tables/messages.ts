import type { MessageEvent } from '@yunji/contract/message/events'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, moment } from './columns.ts'

export const outbox = pgTable('outbox', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull().unique(),
  event: text('event').$type<MessageEvent>().notNull(),
  userId: id('user_id').notNull(),
  facts: jsonb('facts').notNull(),
  createdAt: moment('created_at').notNull(),
  deliveredAt: moment('delivered_at'),
  failure: text('failure'),
})
