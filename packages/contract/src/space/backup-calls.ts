import * as z from 'zod/mini'
import { deviceStates } from '../devices/device/enums.ts'
import { access, defineCall } from '../wire/call.ts'
import { count, epochMillis, longText, pageOf, pageQuery, positiveId, queryId, shortText } from '../wire/fields.ts'
import {
  BACKUP_DEVICES_MAXIMUM,
  BACKUP_NOTE_LENGTH,
  BACKUP_PACKAGES_MAXIMUM,
  backupOrigins,
  backupStates,
  drillResults,
  KEEP_LAST_MAXIMUM,
} from './backup-rules.ts'

const backupRecord = z.object({
  backupId: positiveId,
  deviceId: positiveId,
  deviceName: shortText,
  state: z.enum(backupStates),
  origin: z.enum(backupOrigins),
  note: longText,
  /** Why it failed; empty otherwise. */
  reason: longText,
  /** Bytes of the phone's apps and data. */
  rawBytes: count,
  /** Bytes that this backup added to the space. */
  storedBytes: count,
  createdAt: epochMillis,
  endedAt: z.nullable(epochMillis),
  /** End of its time in the trash, or of a last-chance backup. */
  deleteAt: z.nullable(epochMillis),
  /** The last restore drill. */
  drill: z.nullable(z.object({ at: epochMillis, result: z.enum(drillResults), reason: longText })),
  /** Null until it is complete. */
  contents: z.nullable(
    z.object({
      androidVersion: shortText,
      appCount: count,
      hasAppData: z.boolean(),
      leftOutPackages: count,
      onlyPackages: count,
      vanishedFiles: count,
      changedFiles: count,
    }),
  ),
})
export type BackupRecord = z.output<typeof backupRecord>

const packageName = z.string().check(z.regex(/^[A-Za-z][\w.]{0,254}$/))
const packages = z.array(packageName).check(z.minLength(1), z.maxLength(BACKUP_PACKAGES_MAXIMUM))

const dataCenterDevice = z.object({
  deviceId: positiveId,
  deviceName: shortText,
  state: z.enum(deviceStates),
  /** Why it cannot be backed up now; empty when it can. */
  obstacle: longText,
  keepLast: count,
  /** The newest that is complete or failed. */
  lastBackup: z.nullable(backupRecord),
  completeCount: count,
  /** Expected size of the backup under way; null while none is, or before the phone has said it. */
  makingBytes: z.nullable(count),
  /** Next run of a schedule that backs it up; null without one. */
  nextBackupAt: z.nullable(epochMillis),
})
export type DataCenterDevice = z.output<typeof dataCenterDevice>

export const getDataCenter = defineCall({
  method: 'GET',
  path: '/vmcloud/api/backup/getDataCenter',
  summary: '本人的设备：能否备份、最近一次备份、下次自动备份、保留份数',
  access: access.user,
  input: z.strictObject({ ...pageQuery, deviceId: z.optional(queryId) }),
  data: z.object({ ...pageOf(dataCenterDevice) }),
})

export const backUpDevices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/backup/backUpDevices',
  summary: '立即备份设备：备份期间应用会被关闭，设备不可操作',
  access: access.deviceOwner,
  input: z.strictObject({
    deviceIds: z.array(positiveId).check(z.minLength(1), z.maxLength(BACKUP_DEVICES_MAXIMUM)),
    /** Only these apps; all when absent. */
    include: z.optional(packages),
    exclude: z.optional(packages),
    note: z.prefault(z.string().check(z.maxLength(BACKUP_NOTE_LENGTH)), ''),
    /** Deletes the failed backup that still stands; without it a single device answers 1032. */
    replacesFailed: z.prefault(z.boolean(), false),
  }),
  data: z.object({
    taskId: positiveId,
    /** Devices that did not begin, with the reason. */
    refused: z.array(z.object({ deviceId: positiveId, code: count, msg: longText })),
  }),
  errors: [
    'OVER_CLOUD_SPACE',
    'GET_DEVICE_FAILED',
    'BACKUP_FAILURE_EXISTS',
    'DEVICE_BACKING_UP',
    'DEVICE_RECOVERING',
    'IN_BACKUP_OR_RECOVERY',
  ],
  idempotent: true,
})

export const getBackupList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/backup/getBackupList',
  summary: '本人的备份，新的在前；或回收站里的备份',
  access: access.user,
  input: z.strictObject({
    ...pageQuery,
    filter: z.prefault(z.enum(['kept', 'trash']), 'kept'),
    deviceId: z.optional(queryId),
  }),
  data: z.object({ ...pageOf(backupRecord) }),
})

export const getBackupInfo = defineCall({
  method: 'GET',
  path: '/vmcloud/api/backup/getBackupInfo',
  summary: '一个备份和其中的应用',
  access: access.user,
  input: z.strictObject({ backupId: queryId }),
  data: z.object({
    ...backupRecord.shape,
    /** What it holds and what not, in words; empty until it is complete. */
    holds: z.array(longText),
    lacks: z.array(longText),
    apps: z.array(
      z.object({ packageName: z.string(), label: z.string(), versionCode: count, sizeBytes: count, splitCount: count }),
    ),
  }),
})

export const deleteBackup = defineCall({
  method: 'POST',
  path: '/vmcloud/api/backup/deleteBackup',
  summary: '删除备份：先进回收站保留 7 天；回收站里的、失败的和到期备份直接删除',
  access: access.user,
  input: z.strictObject({ backupId: positiveId }),
  data: z.object({ isTrashed: z.boolean() }),
  errors: ['DEVICE_BACKING_UP', 'DELETE_ERROR', 'CLOUD_SPACE_NOT_ENOUGH'],
})

export const restoreTrashedBackup = defineCall({
  method: 'POST',
  path: '/vmcloud/api/backup/restoreTrashedBackup',
  summary: '从回收站取回备份，或把到期备份存入自己的空间',
  access: access.user,
  input: z.strictObject({ backupId: positiveId }),
  data: backupRecord,
  errors: ['OVER_CLOUD_SPACE', 'CLOUD_SPACE_NOT_ENOUGH'],
})

export const setKeepLast = defineCall({
  method: 'POST',
  path: '/vmcloud/api/backup/setKeepLast',
  summary: '设备保留最近几份备份，更早的进回收站；0 为全部保留',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: positiveId, keepLast: z.int().check(z.minimum(0), z.maximum(KEEP_LAST_MAXIMUM)) }),
  data: z.object({ keepLast: count }),
  errors: ['GET_DEVICE_FAILED'],
})
