import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { count, longText, positiveId, queryId } from '../wire/fields.ts'
import { RESTORE_DEVICES_MAXIMUM } from './restore-rules.ts'

export const checkRestore = defineCall({
  method: 'GET',
  path: '/vmcloud/api/backup/checkRestore',
  summary: '恢复前核对：备份能否恢复到该设备，会改变什么',
  access: access.deviceOwner,
  input: z.strictObject({ backupId: queryId, deviceId: queryId }),
  data: z.object({
    /** Reasons against it; empty when it fits. */
    obstacles: z.array(longText),
    /** What the restore will do and what not. */
    notes: z.array(longText),
  }),
  errors: ['GET_DEVICE_FAILED', 'DEVICE_BACKING_UP', 'DEVICE_RECOVERING', 'IN_BACKUP_OR_RECOVERY'],
})

export const restoreBackup = defineCall({
  method: 'POST',
  path: '/vmcloud/api/backup/restoreBackup',
  summary: '把备份恢复到本人的一台或多台设备：先校验，再恢复，完成后重启',
  access: access.deviceOwner,
  input: z.strictObject({
    backupId: positiveId,
    deviceIds: z.array(positiveId).check(z.minLength(1), z.maxLength(RESTORE_DEVICES_MAXIMUM)),
  }),
  data: z.object({
    taskId: positiveId,
    /** Devices that did not begin, with the reason. */
    refused: z.array(z.object({ deviceId: positiveId, code: count, msg: longText })),
  }),
  errors: ['GET_DEVICE_FAILED', 'DEVICE_BACKING_UP', 'DEVICE_RECOVERING', 'IN_BACKUP_OR_RECOVERY'],
  idempotent: true,
})
