import type { TicketState } from '@yunji/contract/service/machine'
import type { TicketKind } from '@yunji/contract/service/rules'
import type { TicketContext } from '@yunji/contract/service/schema'
import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { count, id, timestamp } from './columns.ts'

export const serviceArticles = pgTable('service_articles', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').unique(),
  category: text('category').notNull(),
  title: text('title').notNull(),
  keywords: text('keywords').notNull().default(''),
  body: text('body').notNull(),
  position: integer('position').notNull().default(0),
  isPublished: boolean('is_published').notNull().default(false),
  helpfulCount: count('helpful_count').notNull().default(0),
  unhelpfulCount: count('unhelpful_count').notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
})

export const serviceArticleVotes = pgTable(
  'service_article_votes',
  {
    articleId: id('article_id').notNull(),
    userId: id('user_id').notNull(),
    isHelpful: boolean('is_helpful').notNull(),
    votedAt: timestamp('voted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.userId] })],
)

export const serviceTickets = pgTable('service_tickets', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id'),
  contactPhone: text('contact_phone'),
  kind: text('kind').$type<TicketKind>().notNull(),
  title: text('title').notNull(),
  state: text('state').$type<TicketState>().notNull(),
  context: jsonb('context').$type<TicketContext>().notNull().default({}),
  dueAt: timestamp('due_at'),
  closesAt: timestamp('closes_at'),
  isUnread: boolean('is_unread').notNull().default(false),
  /** Name of an assignee who is no operator; empty with `assigneeId`. */
  assignee: text('assignee').notNull().default(''),
  rating: smallint('rating'),
  ratingWords: text('rating_words').notNull().default(''),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
  closedAt: timestamp('closed_at'),
  contactNoticedAt: timestamp('contact_noticed_at'),
  assigneeId: id('assignee_id'),
})

export const serviceReplies = pgTable('service_replies', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  ticketId: id('ticket_id').notNull(),
  author: text('author').$type<'customer' | 'operator' | 'note'>().notNull(),
  operatorName: text('operator_name').notNull().default(''),
  content: text('content').notNull(),
  createdAt: timestamp('created_at').notNull(),
})

export const servicePictures = pgTable('service_pictures', {
  id: text('id').primaryKey(),
  /** Null for a picture of an operator. */
  userId: id('user_id'),
  ticketId: id('ticket_id'),
  replyId: id('reply_id'),
  position: integer('position').notNull().default(0),
  type: text('type').$type<'png' | 'jpeg' | 'webp'>().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  createdAt: timestamp('created_at').notNull(),
})

export const cannedAnswers = pgTable('canned_answers', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  title: text('title').notNull(),
  content: text('content').notNull(),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
})
