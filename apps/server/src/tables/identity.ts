import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytea, count, dictionaryId, id, timestamp } from './columns.ts'

export const users = pgTable('users', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  mobilePhone: text('mobile_phone').unique(),
  name: text('name').notNull(),
  avatar: text('avatar').notNull().default(''),
  userType: smallint('user_type').notNull().default(1),
  personalCheckStatus: smallint('personal_check_status').notNull().default(0),
  companyCheckStatus: smallint('company_check_status').notNull().default(0),
  passwordHash: text('password_hash'),
  frozenAt: timestamp('frozen_at'),
  /** For operators alone; empty unless frozen. */
  frozenReason: text('frozen_reason').notNull().default(''),
  erasedAt: timestamp('erased_at'),
  /** Account of the guests of a share: no number, no password, no token. */
  isGuest: boolean('is_guest').notNull().default(false),
  /** No share refers to it any more. */
  isFreeGuest: boolean('is_free_guest').notNull().default(false),
  /** Live screens carry the viewer's masked number and the time. */
  hasScreenMark: boolean('has_screen_mark').notNull().default(false),
  createdAt: timestamp('created_at').notNull(),
})

export const sessions = pgTable('sessions', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  tokenHash: bytea('token_hash').notNull().unique(),
  userId: id('user_id').notNull(),
  createdAt: timestamp('created_at').notNull(),
  renewedAt: timestamp('renewed_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  revokedAt: timestamp('revoked_at'),
  terminalType: text('terminal_type').notNull().default(''),
  clientType: text('client_type').notNull().default(''),
  deviceName: text('device_name').notNull().default(''),
  address: text('address').notNull().default(''),
})

export const loginPlaces = pgTable(
  'login_places',
  {
    userId: id('user_id').notNull(),
    place: bytea('place').notNull(),
    firstAt: timestamp('first_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.place] })],
)

export const loginFailures = pgTable(
  'login_failures',
  {
    mobilePhone: text('mobile_phone').notNull(),
    origin: bytea('origin').notNull(),
    failures: count('failures').notNull(),
    pending: count('pending').notNull(),
    windowEndsAt: timestamp('window_ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mobilePhone, table.origin] })],
)

export const loginDevices = pgTable(
  'login_devices',
  {
    userId: id('user_id').notNull(),
    device: bytea('device').notNull(),
    lastLoginAt: timestamp('last_login_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
)

export const smsCodes = pgTable(
  'sms_codes',
  {
    mobilePhone: text('mobile_phone').notNull(),
    purpose: text('purpose').notNull(),
    codeHash: bytea('code_hash').notNull(),
    tries: count('tries').notNull().default(0),
    sentAt: timestamp('sent_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    usedAt: timestamp('used_at'),
    codeScope: bytea('lane').notNull().default(Buffer.alloc(0)),
    requester: bytea('asker').notNull().default(Buffer.alloc(0)),
    triesBy: jsonb('tries_by').$type<Readonly<Record<string, number>>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.mobilePhone, table.purpose, table.codeScope] })],
)

export const smsQuotas = pgTable(
  'sms_quotas',
  {
    subject: text('subject').notNull(),
    day: date('day').notNull(),
    sent: count('sent').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.day] })],
)

export const wechatAccounts = pgTable(
  'messaging_accounts',
  {
    appId: text('app_id').notNull(),
    openid: text('openid').notNull(),
    unionid: text('unionid'),
    userId: id('user_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.openid] })],
)

export const workTypes = pgTable(
  'work_types',
  {
    userId: id('user_id').notNull(),
    position: integer('position').notNull(),
    industryId: dictionaryId('industry_id').notNull(),
    worktypeId: dictionaryId('worktype_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.industryId, table.worktypeId] })],
)

export const verificationPictures = pgTable('verification_pictures', {
  id: text('id').primaryKey(),
  userId: id('user_id').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  createdAt: timestamp('created_at').notNull(),
})

export const verifications = pgTable('verifications', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  kind: smallint('kind').notNull(),
  status: smallint('status').notNull(),
  name: text('name').notNull(),
  number: text('number').notNull(),
  legalPerson: text('legal_person').notNull().default(''),
  nation: text('nation').notNull().default(''),
  detailAddress: text('detail_address').notNull().default(''),
  pictureIds: text('picture_ids').array().notNull().default([]),
  reason: text('reason').notNull().default(''),
  submittedAt: timestamp('submitted_at').notNull(),
  decidedAt: timestamp('decided_at'),
})

export const accountDeletions = pgTable('account_deletions', {
  userId: id('user_id').primaryKey(),
  requestedAt: timestamp('requested_at').notNull(),
  erasesAt: timestamp('erases_at').notNull(),
  attempts: count('attempts').notNull().default(0),
  nextTryAt: timestamp('next_try_at').notNull(),
})

/** Objects of erased accounts that are still in the store. */
export const erasedObjects = pgTable('erased_objects', { key: text('key').primaryKey() })

export const invites = pgTable('invites', {
  userId: id('user_id').primaryKey(),
  inviterId: id('inviter_id').notNull(),
  inviteType: text('invite_type').notNull(),
  createdAt: timestamp('created_at').notNull(),
})
