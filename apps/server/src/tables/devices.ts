import type { AndroidVersion } from '@yunji/contract/commerce/commodity/enums'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { StreamMode } from '@yunji/contract/devices/device/stream'
import type { UseAction } from '@yunji/contract/devices/grant/schema'
import type { GrantState, TransferState } from '@yunji/contract/devices/sharing'
import type { ProbeFacts, StockState } from '@yunji/contract/operator/phones'
import { boolean, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bigCount, bytea, bytes, count, id, milliseconds, timestamp } from './columns.ts'

export const zones = pgTable('zones', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  gatewayUrl: text('gateway_url'),
  createdAt: timestamp('created_at').notNull(),
  position: count('position').notNull().default(0),
  /** Its stock is for sale. */
  isOpen: boolean('is_open').notNull().default(true),
})

export const deviceGroups = pgTable('device_groups', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  isDefault: boolean('is_default').notNull().default(false),
  createdAt: timestamp('created_at').notNull(),
  position: count('position').notNull().default(0),
})

export const devices = pgTable('devices', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  ownerId: id('owner_id').notNull(),
  groupId: id('group_id').notNull(),
  zoneId: id('zone_id').notNull(),
  name: text('name').notNull(),
  goodsLevel: smallint('goods_level').notNull(),
  version: text('version').$type<AndroidVersion>().notNull(),
  supplierType: smallint('supplier_type').notNull(),
  phoneId: text('phone_id').notNull(),
  configId: id('config_id'),
  productId: id('product_id'),
  isMetered: boolean('is_metered').notNull().default(false),
  isTrial: boolean('is_trial').notNull().default(false),
  buttons: smallint('buttons').array().notNull().default([]),
  expiresAt: timestamp('expires_at').notNull(),
  state: text('state').$type<DeviceState>().notNull(),
  stateCount: count('state_count').notNull().default(0),
  stateDeadline: timestamp('state_deadline'),
  firstStartedAt: timestamp('first_started_at'),
  runningSince: timestamp('running_since'),
  ranMs: milliseconds('ran_ms').notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
  faultySince: timestamp('faulty_since'),
  note: text('note').notNull().default(''),
  adbRefusedSince: timestamp('adb_refused_since'),
  isPowerOn: boolean('is_power_on').notNull().default(true),
  imageVersion: text('image_version').notNull().default(''),
  /** When it entered its state; null for devices that have not changed since this is kept. */
  stateSince: timestamp('state_since'),
})

export const deviceTags = pgTable(
  'device_tags',
  {
    deviceId: id('device_id').notNull(),
    tag: text('tag').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.tag] })],
)

export const deviceCounts = pgTable('device_counts', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  ownerId: id('owner_id').notNull(),
  groupId: id('group_id').notNull(),
  version: text('version').$type<AndroidVersion>().notNull(),
  state: text('state').$type<DeviceState>().notNull(),
  /** Devices that came or, below zero, went. */
  change: count('change').notNull(),
  isMerged: boolean('is_merged').notNull().default(false),
})

export const deviceGrants = pgTable('device_grants', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  deviceId: id('device_id').notNull(),
  granteeId: id('grantee_id'),
  access: text('access').$type<StreamMode>().notNull(),
  state: text('state').$type<GrantState>().notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  createdAt: timestamp('created_at').notNull(),
  granteePhone: text('grantee_phone'),
  shareId: id('share_id'),
})

export const streamTickets = pgTable('stream_tickets', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: id('user_id').notNull(),
  sessionId: id('session_id').notNull(),
  deviceId: id('device_id').notNull(),
  mode: text('mode').$type<StreamMode>().notNull(),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  usedAt: timestamp('used_at'),
  /** A resume ticket stands for an open screen until the screen is closed; it can reopen the screen afterwards. */
  kind: text('kind').$type<'entry' | 'resume'>().notNull().default('entry'),
  closedAt: timestamp('closed_at'),
  /** Counted by the gateway, written when the screen closes. */
  sentFrames: count('sent_frames').notNull().default(0),
  skippedFrames: count('skipped_frames').notNull().default(0),
  sentBytes: bytes('sent_bytes').notNull().default(0),
})

export const gateways = pgTable('gateways', {
  id: uuid('id').primaryKey(),
  round: bigCount('round').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
})

export const screenLeases = pgTable('screen_leases', {
  deviceId: id('device_id').primaryKey(),
  gatewayId: uuid('gateway_id').notNull(),
  holderId: id('holder_id'),
  holderIsOwner: boolean('holder_is_owner').notNull(),
  inputAt: timestamp('input_at').notNull(),
  nextGatewayId: uuid('next_gateway_id'),
  nextHolderId: id('next_holder_id'),
  nextIsOwner: boolean('next_is_owner').notNull().default(false),
})

export const earlyReturns = pgTable('early_returns', {
  deviceId: id('device_id').primaryKey(),
  userId: id('user_id').notNull(),
  returnedAt: timestamp('returned_at').notNull(),
})

export const meteredStops = pgTable('metered_stops', {
  deviceId: id('device_id').primaryKey(),
  stoppedAt: timestamp('stopped_at').notNull(),
  remindedAt: timestamp('reminded_at'),
})

export const zoneSightings = pgTable(
  'zone_sightings',
  {
    supplierType: smallint('supplier_type').notNull(),
    zoneId: id('zone_id').notNull(),
    seenAt: timestamp('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.supplierType, table.zoneId] })],
)

export const quarantinedPhones = pgTable('quarantined_phones', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  deviceId: id('device_id').notNull(),
  ownerId: id('owner_id').notNull(),
  supplierType: smallint('supplier_type').notNull(),
  phoneId: text('phone_id').notNull(),
  zoneId: id('zone_id').notNull(),
  configId: id('config_id'),
  hasPlace: boolean('has_place').notNull(),
  quarantinedAt: timestamp('quarantined_at').notNull(),
  erasesAt: timestamp('erases_at').notNull(),
  isByOwner: boolean('is_by_owner').notNull().default(false),
  isPowerOn: boolean('is_power_on').notNull().default(true),
})

export const attachedPhones = pgTable('attached_phones', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  host: text('host').notNull(),
  /** Canonical address behind `host` when it was attached; the only one that is connected to. */
  resolvedHost: text('resolved_host').notNull(),
  port: count('port').notNull(),
  note: text('note').notNull().default(''),
  stockState: text('stock_state').$type<StockState>().notNull().default('attached'),
  zoneId: id('zone_id'),
  configId: id('config_id'),
  /** Its unit is counted in the capacity of its place. */
  isCounted: boolean('is_counted').notNull().default(false),
  /** Claim of a device, until the phone is erased. */
  phoneId: text('phone_id').unique(),
  isErasing: boolean('is_erasing').notNull().default(false),
  /** Beginning of the first failed try to erase it; null once it is empty. */
  unerasedSince: timestamp('unerased_since'),
  /** Latest probe; null before the first. */
  probe: jsonb('probe').$type<ProbeFacts>(),
  checkedAt: timestamp('checked_at').notNull(),
  misses: count('misses').notNull().default(0),
  unreachableSince: timestamp('unreachable_since'),
  attachedAt: timestamp('attached_at').notNull(),
  /** Detached while it was being erased: the row goes when that is done. */
  detachedAt: timestamp('detached_at'),
})

export const deviceTransfers = pgTable('device_transfers', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  fromUserId: id('from_user_id').notNull(),
  toPhone: text('to_phone'),
  toUserId: id('to_user_id'),
  state: text('state').$type<TransferState>().notNull().default('waiting'),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  endedAt: timestamp('ended_at'),
})

export const deviceTransferItems = pgTable(
  'device_transfer_items',
  {
    transferId: id('transfer_id').notNull(),
    deviceId: id('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    goodsLevel: smallint('goods_level').notNull(),
    isOpen: boolean('is_open').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.transferId, table.deviceId] })],
)

export const deviceShares = pgTable('device_shares', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  deviceId: id('device_id').notNull(),
  ownerId: id('owner_id').notNull(),
  guestId: id('guest_id').notNull(),
  secretHash: bytea('secret_hash').notNull(),
  codeHash: bytea('code_hash').notNull(),
  pinHash: bytea('pin_hash'),
  pinFailures: count('pin_failures').notNull().default(0),
  maximumUses: count('maximum_uses'),
  uses: count('uses').notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
})

export const supportViews = pgTable('support_views', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  deviceId: id('device_id').notNull(),
  ownerId: id('owner_id').notNull(),
  operatorName: text('operator_name').notNull(),
  reason: text('reason').notNull(),
  minutes: smallint('minutes').notNull(),
  answer: text('answer').$type<'accepted' | 'refused' | 'withdrawn'>(),
  shareId: id('share_id').unique(),
  requestedAt: timestamp('requested_at').notNull(),
  answeredAt: timestamp('answered_at'),
  endsAt: timestamp('ends_at').notNull(),
  stoppedAt: timestamp('stopped_at'),
})

export const deviceUses = pgTable('device_uses', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  deviceId: id('device_id').notNull(),
  ownerId: id('owner_id').notNull(),
  userId: id('user_id'),
  deviceName: text('device_name').notNull(),
  who: text('who').notNull(),
  action: text('action').$type<UseAction>().notNull(),
  detail: text('detail').notNull().default(''),
  createdAt: timestamp('created_at').notNull(),
})

export const appFiles = pgTable('app_files', {
  id: text('id').primaryKey(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  sizeBytes: bigCount('size_bytes').notNull(),
  isComplete: boolean('is_complete').notNull().default(false),
  createdAt: timestamp('created_at').notNull(),
})

export const keptAliveApps = pgTable(
  'kept_alive_apps',
  {
    deviceId: id('device_id').notNull(),
    packageName: text('package_name').notNull(),
    bootMark: text('boot_mark'),
    seenStateCount: count('seen_state_count').notNull().default(-1),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.packageName] })],
)

/** Counts of devices at each half hour of the last days, for the overview. */
export const fleetCounts = pgTable('fleet_counts', {
  countedAt: timestamp('counted_at').primaryKey(),
  online: count('online').notNull(),
  expiring: count('expiring').notNull(),
})
