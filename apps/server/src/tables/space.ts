import { pgTable } from 'drizzle-orm/pg-core'
import { bytes, id, timestamp } from './columns.ts'

export const spaceUsage = pgTable('space_usage', {
  userId: id('user_id').primaryKey(),
  fileBytes: bytes('file_bytes').notNull().default(0),
  backupBytes: bytes('backup_bytes').notNull().default(0),
  trashBytes: bytes('trash_bytes').notNull().default(0),
  lastChanceBytes: bytes('last_chance_bytes').notNull().default(0),
  overSince: timestamp('over_since'),
})
