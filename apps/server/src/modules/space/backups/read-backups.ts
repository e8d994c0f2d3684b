import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { nextStep } from '@yunji/contract/machine'
import type {
  BackupRecord,
  getDataCenter as centreCall,
  DataCenterDevice,
  getBackupInfo as infoCall,
  getBackupList as listCall,
} from '@yunji/contract/space/backup-calls'
import { describeContents } from '@yunji/contract/space/backup-rules'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Database } from '../../../platform/database.ts'
import { AppError, answerOf } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { DeviceRow } from '../../devices/fleet/index.ts'
import { findNextRuns } from '../../devices/schedules/index.ts'
import {
  type BackupRow,
  countBackups,
  countOwnDevices,
  findOwnBackup,
  listBackups,
  listNewest,
  listOwnDevices,
} from './store.ts'

export interface ReadDeps {
  readonly database: Database
  readonly suppliers: Suppliers
}

const summaryOf = ({ contents }: BackupRow): BackupRecord['contents'] => {
  if (!contents) return null
  const { backup, include, exclude } = contents
  return {
    androidVersion: backup.androidVersion,
    appCount: backup.apps.length,
    hasAppData: backup.appData === 'included',
    leftOutPackages: exclude.length,
    onlyPackages: include?.length ?? 0,
    vanishedFiles: backup.leftOut.vanished.length,
    changedFiles: backup.changed.length,
  }
}

export const toBackupRecord = (row: BackupRow): BackupRecord => ({
  backupId: row.id,
  deviceId: row.deviceId,
  deviceName: row.deviceName,
  state: row.state,
  origin: row.origin,
  note: row.note,
  reason: row.reason,
  rawBytes: row.rawBytes,
  storedBytes: row.storedBytes,
  createdAt: row.createdAt.getTime(),
  endedAt: row.endedAt?.getTime() ?? null,
  deleteAt: row.deleteAt?.getTime() ?? null,
  drill:
    row.drillAt && row.drillResult
      ? { at: row.drillAt.getTime(), result: row.drillResult, reason: row.drillReason }
      : null,
  contents: summaryOf(row),
})

export const getBackupList =
  ({ database: { db } }: ReadDeps) =>
  async ({ userId }: Caller, input: CallArguments<typeof listCall>): Promise<CallData<typeof listCall>> => {
    const { page, rows, filter, deviceId } = input
    const [found, total] = await Promise.all([
      listBackups(db, { userId, ...input }),
      countBackups(db, userId, filter, deviceId),
    ])
    return pageOf(found.map(toBackupRecord), page, rows, total)
  }

export const getBackupInfo =
  ({ database: { db } }: ReadDeps) =>
  async ({ userId }: Caller, backupId: number): Promise<CallData<typeof infoCall>> => {
    const backup = await findOwnBackup(db, userId, backupId)
    if (!backup) throw new AppError('NOT_FOUND')
    const apps = (backup.contents?.backup.apps ?? []).map(({ packageName, label, versionCode, parts }) => ({
      packageName,
      label: label ?? packageName,
      versionCode,
      sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      splitCount: parts.length,
    }))
    const record = toBackupRecord(backup)
    const { holds, lacks } = record.contents ? describeContents(record.contents) : { holds: [], lacks: [] }
    return { ...record, holds, lacks, apps }
  }

/** Why a device cannot be backed up now, in words; empty when it can. */
const obstacleOf = ({ suppliers }: ReadDeps, device: DeviceRow): string => {
  const step = nextStep(deviceMachine, device.state, 'backUp')
  if (!step.ok) return answerOf(device.state === 'expired' ? 'DEVICE_NOT_RUNNING' : step.refusal.code).text
  return suppliers.of(device.supplierType).createBackup ? '' : answerOf('PHONE_UNABLE').text
}

export const getDataCenter =
  (deps: ReadDeps) =>
  async ({ userId }: Caller, { page, rows, deviceId }: CallArguments<typeof centreCall>) => {
    const { db } = deps.database
    const which = { userId, deviceId }
    const [devices, total] = await Promise.all([listOwnDevices(db, which, page, rows), countOwnDevices(db, which)])
    const ids = devices.map(({ id }) => id)
    const { newest, expectedBytes, completeCounts, keepLasts } = await listNewest(db, userId, ids)
    const nextRuns = await findNextRuns(db, userId, 'backup', ids)
    const records = devices.map((device): DataCenterDevice => {
      const last = newest.get(device.id)
      return {
        deviceId: device.id,
        deviceName: device.name,
        state: device.state,
        obstacle: obstacleOf(deps, device),
        keepLast: keepLasts.get(device.id) ?? 0,
        lastBackup: last ? toBackupRecord(last) : null,
        completeCount: completeCounts.get(device.id) ?? 0,
        makingBytes: expectedBytes.get(device.id) || null,
        nextBackupAt: nextRuns.get(device.id)?.getTime() ?? null,
      }
    })
    return pageOf(records, page, rows, total)
  }
