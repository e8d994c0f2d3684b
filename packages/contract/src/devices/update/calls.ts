import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { positiveId, queryId, shortText } from '../../wire/fields.ts'
import { updateTerms } from './schema.ts'

export const getUpdateTerms = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getUpdateTerms',
  summary: '设备的系统版本和可更新的版本',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId }),
  data: updateTerms,
  errors: ['GET_DEVICE_FAILED'],
})

export const upgradeDevice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/upgradeDevice',
  summary: '更新系统：保留应用和数据，失败时恢复原来的版本',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: positiveId, version: shortText }),
  data: z.object({ taskId: positiveId }),
  errors: ['GET_DEVICE_FAILED', 'DEVICE_BACKING_UP', 'DEVICE_RECOVERING', 'IN_BACKUP_OR_RECOVERY'],
  idempotent: true,
})
