import type { FileKind } from '@yunji/contract/space/file/rules'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, id, timestamp } from './columns.ts'

export const spaceUsage = pgTable('space_usage', {
  userId: id('user_id').primaryKey(),
  fileBytes: bytes('file_bytes').notNull().default(0),
  backupBytes: bytes('backup_bytes').notNull().default(0),
  trashBytes: bytes('trash_bytes').notNull().default(0),
  lastChanceBytes: bytes('last_chance_bytes').notNull().default(0),
  overSince: timestamp('over_since'),
})

export const spaceObjects = pgTable('space_objects', {
  id: text('id').primaryKey(),
  userId: id('user_id').notNull(),
  contentHash: text('content_hash').notNull(),
  sizeBytes: bytes('size_bytes').notNull(),
  countedAs: text('counted_as').$type<'file' | 'trash'>().notNull(),
})

export const spaceFiles = pgTable('space_files', {
  id: text('id').primaryKey(),
  userId: id('user_id').notNull(),
  objectId: text('object_id').notNull(),
  name: text('name').notNull(),
  kind: text('kind').$type<FileKind>().notNull(),
  createdAt: timestamp('created_at').notNull(),
  trashedAt: timestamp('trashed_at'),
})

export const spaceUploads = pgTable('space_uploads', {
  id: text('id').primaryKey(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  sizeBytes: bytes('size_bytes').notNull(),
  offsetBytes: bytes('offset_bytes').notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
})

export const spaceParts = pgTable('space_parts', {
  id: text('id').primaryKey(),
  userId: id('user_id').notNull(),
  uploadId: text('upload_id'),
  objectId: text('object_id'),
  position: bytes('position').notNull(),
  sizeBytes: bytes('size_bytes').notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
})
