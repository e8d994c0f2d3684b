import type { MessageEvent, MessageType } from '@yunji/contract/messages/rules'
import type { Segment } from '@yunji/contract/operator/segment'
import { boolean, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { count, id, smallCount, timestamp } from './columns.ts'

/** Counters of unread messages; each belongs to one type and to one field on the wire. */
export type Counter =
  | 'notice'
  | 'renewal'
  | 'transfer'
  | 'creation'
  | 'settlement'
  | 'authentication'
  | 'examine'
  | 'signcontract'
  | 'security'

export const outbox = pgTable('outbox', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull().unique(),
  event: text('event').$type<MessageEvent>().notNull(),
  userId: id('user_id').notNull(),
  payload: jsonb('facts').notNull(),
  createdAt: timestamp('created_at').notNull(),
  deliveredAt: timestamp('delivered_at'),
  failure: text('failure'),
})

export const notices = pgTable('notices', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  title: text('title').notNull(),
  content: text('content').notNull(),
  link: text('link').notNull().default(''),
  linkText: text('link_text').notNull().default(''),
  event: text('event').$type<'announcement' | 'agreementWaiting'>().notNull().default('announcement'),
  publishedAt: timestamp('published_at').notNull(),
  reachedUserId: id('reached_user_id').notNull().default(0),
  endedAt: timestamp('ended_at'),
  segment: jsonb('segment').$type<Segment>(),
  startedAt: timestamp('started_at'),
  cancelledAt: timestamp('cancelled_at'),
  failedAt: timestamp('failed_at'),
})

export const messages = pgTable('messages', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  outboxId: id('outbox_id'),
  noticeId: id('notice_id'),
  event: text('event').$type<MessageEvent>().notNull(),
  messageType: smallint('message_type').$type<MessageType>().notNull(),
  counter: text('counter').$type<Counter>().notNull(),
  title: text('title').notNull().default(''),
  content: text('content').notNull().default(''),
  summary: text('summary').notNull().default(''),
  link: text('link').notNull().default(''),
  linkText: text('link_text').notNull().default(''),
  deviceId: id('device_id'),
  otherDeviceIds: id('other_device_ids').array().notNull().default([]),
  readAt: timestamp('read_at'),
  createdAt: timestamp('created_at').notNull(),
})

const counting = (name: Counter) => count(name).notNull().default(0)

export const messageCounts = pgTable('message_counts', {
  userId: id('user_id').primaryKey(),
  notice: counting('notice'),
  renewal: counting('renewal'),
  transfer: counting('transfer'),
  creation: counting('creation'),
  settlement: counting('settlement'),
  authentication: counting('authentication'),
  examine: counting('examine'),
  signcontract: counting('signcontract'),
  security: counting('security'),
  readTo: id('read_to').array().notNull(),
  lastMessageAt: timestamp('last_message_at').notNull(),
})

export const messageSettings = pgTable(
  'message_settings',
  {
    userId: id('user_id').notNull(),
    messageType: smallint('message_type').$type<MessageType>().notNull(),
    isSubscribed: boolean('is_subscribed').notNull().default(false),
    subscriptionsLeft: count('subscriptions_left').notNull().default(0),
    isSentBySms: boolean('is_sent_by_sms'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.messageType] })],
)

export const messageSends = pgTable(
  'message_sends',
  {
    messageId: id('message_id').notNull(),
    way: text('way').$type<'subscription' | 'sms'>().notNull(),
    state: text('state').notNull().default('waiting'),
    tries: smallCount('tries').notNull().default(0),
    dueAt: timestamp('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.way] })],
)
