import type { BackupOrigin, BackupState, DrillResult } from '@yunji/contract/space/backup-rules'
import type { BackupContents } from '@yunji/phone-driver/types'
import { jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, bytes, count, id, smallCount, timestamp } from './columns.ts'

/** What a phone said about its backup, and what its owner left out. */
export interface KeptContents {
  readonly backup: BackupContents
  readonly include: readonly string[] | null
  readonly exclude: readonly string[]
}

export const backups = pgTable('backups', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  deviceId: id('device_id').notNull(),
  deviceName: text('device_name').notNull(),
  state: text('state').$type<BackupState>().notNull(),
  origin: text('origin').$type<BackupOrigin>().notNull(),
  note: text('note').notNull().default(''),
  reason: text('reason').notNull().default(''),
  partId: id('part_id').notNull(),
  attempt: count('attempt').notNull(),
  contents: jsonb('contents').$type<KeptContents>(),
  manifest: bytea('manifest'),
  rawBytes: bytes('raw_bytes').notNull().default(0),
  storedBytes: bytes('stored_bytes').notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
  endedAt: timestamp('ended_at'),
  trashedAt: timestamp('trashed_at'),
  deleteAt: timestamp('delete_at'),
  drillAt: timestamp('drill_at'),
  drillResult: text('drill_result').$type<DrillResult>(),
  drillReason: text('drill_reason').notNull().default(''),
})

/** Drills under way; a row may outlive its backup. */
export const restoreDrills = pgTable('restore_drills', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  backupId: id('backup_id').notNull(),
  deviceId: id('device_id').notNull(),
  supplierType: smallint('supplier_type').notNull(),
  zoneId: id('zone_id').notNull(),
  configId: id('config_id').notNull(),
  phoneId: text('phone_id').notNull(),
  beganAt: timestamp('began_at').notNull(),
})

export const backupPacks = pgTable('backup_packs', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id'),
  rawBytes: bytes('raw_bytes').notNull(),
  storedBytes: bytes('stored_bytes').notNull(),
  /** Empty where the frames have their own. */
  checksum: text('checksum').notNull(),
  frames: bytea('frames'),
  chargedAs: text('charged_as').$type<'backup' | 'trash' | 'lastChance'>(),
  createdAt: timestamp('created_at').notNull(),
})

export const backupBlocks = pgTable(
  'backup_blocks',
  {
    packId: id('pack_id').notNull(),
    hash: bytea('hash').notNull(),
    userId: id('user_id').notNull(),
    blockOffset: count('block_offset').notNull(),
    blockLength: count('block_length').notNull(),
  },
  (table) => [primaryKey({ columns: [table.packId, table.hash] })],
)

export const backupPackUses = pgTable(
  'backup_pack_uses',
  {
    backupId: id('backup_id').notNull(),
    packId: id('pack_id').notNull(),
    usedBytes: bytes('used_bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.backupId, table.packId] })],
)

export const backupSettings = pgTable('backup_settings', {
  deviceId: id('device_id').primaryKey(),
  userId: id('user_id').notNull(),
  keepLast: smallCount('keep_last').notNull(),
})
