import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { positiveId, queryId } from '../../wire/fields.ts'
import { commandResult, deviceIds } from '../device/schema.ts'
import { returnTerms } from './schema.ts'

const results = z.object({ results: z.array(commandResult) })

export const stopDevice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/stopDevice',
  summary: '关机，逐台回答；按时计费的设备用完已付的一小时后不再计费',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds }),
  data: results,
  errors: ['GET_DEVICE_FAILED', 'DEVICE_BACKING_UP', 'DEVICE_RECOVERING', 'IN_BACKUP_OR_RECOVERY'],
})

export const startDevice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/startDevice',
  summary: '开机，逐台回答；按时计费的设备先付下一小时的云豆',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds }),
  data: results,
  errors: [
    'GET_DEVICE_FAILED',
    'START_UP_STANDARD_NOT_MET',
    'DEVICE_BACKING_UP',
    'DEVICE_RECOVERING',
    'IN_BACKUP_OR_RECOVERY',
  ],
})

export const deleteDevice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/deleteDevice',
  summary: '删除设备并清除数据，逐台回答；须先关机',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds }),
  data: results,
  errors: [
    'GET_DEVICE_FAILED',
    'DEVICE_NOT_SHUT_DOWN',
    'DEVICE_BACKING_UP',
    'DEVICE_RECOVERING',
    'IN_BACKUP_OR_RECOVERY',
  ],
})

export const getReturnTerms = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getReturnTerms',
  summary: '能否提前退还，退回多少、退到哪里',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId }),
  data: returnTerms,
  errors: ['GET_DEVICE_FAILED'],
})

export const returnDevice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/returnDevice',
  summary: '提前退还设备：清除数据，款项原路退回',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: positiveId }),
  data: returnTerms,
  errors: ['GET_DEVICE_FAILED'],
})
