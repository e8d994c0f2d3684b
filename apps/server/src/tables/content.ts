import type { AgreementKind, ConsentWay } from '@yunji/contract/content/agreement/rules'
import type { DocumentContent } from '@yunji/contract/content/document'
import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { count, id, timestamp } from './columns.ts'

export const agreementVersions = pgTable(
  'agreement_versions',
  {
    kind: smallint('kind').$type<AgreementKind>().notNull(),
    version: count('version').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    markdown: text('markdown').notNull(),
    content: jsonb('content').$type<DocumentContent>().notNull(),
    createdAt: timestamp('created_at').notNull(),
    publishedAt: timestamp('published_at'),
    effectiveAt: timestamp('effective_at'),
    noticeId: id('notice_id'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.version] })],
)

export const activityPages = pgTable('activity_pages', {
  activityId: id('activity_id').primaryKey(),
  markdown: text('markdown').notNull(),
  content: jsonb('content').$type<DocumentContent>().notNull(),
  updatedAt: timestamp('updated_at').notNull(),
})

export const activityCoupons = pgTable(
  'activity_coupons',
  { activityId: id('activity_id').notNull(), templateId: id('template_id').notNull() },
  (table) => [primaryKey({ columns: [table.activityId, table.templateId] })],
)

export const contentPictures = pgTable('content_pictures', {
  name: text('name').primaryKey(),
  sizeBytes: integer('size_bytes').notNull(),
  createdAt: timestamp('created_at').notNull(),
})

export const exchangedPageTokens = pgTable('exchanged_page_tokens', {
  tokenId: text('token_id').primaryKey(),
  expiresAt: timestamp('expires_at').notNull(),
})

export const agreementConsents = pgTable(
  'agreement_consents',
  {
    userId: id('user_id').notNull(),
    kind: smallint('kind').$type<AgreementKind>().notNull(),
    version: count('version').notNull(),
    isAgreed: boolean('is_agreed').notNull(),
    way: text('way').$type<ConsentWay>().notNull(),
    clientType: text('client_type').notNull().default(''),
    terminalType: text('terminal_type').notNull().default(''),
    decidedAt: timestamp('decided_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.version] })],
)
