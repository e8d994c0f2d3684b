import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import type { ErrorName } from '../../wire/error-codes.ts'
import { count, positiveId, queryId } from '../../wire/fields.ts'
import { replaceReasons } from './rules.ts'
import { replaceTerms, zoneTerms } from './schema.ts'

const errors: readonly ErrorName[] = [
  'GET_DEVICE_FAILED',
  'OUT_OF_STOCK',
  'DEVICE_BACKING_UP',
  'DEVICE_RECOVERING',
  'IN_BACKUP_OR_RECOVERY',
]

export const getReplaceTerms = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getReplaceTerms',
  summary: '更换设备的条件：能否更换、有无库存、能否保留数据',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId }),
  data: replaceTerms,
  errors: ['GET_DEVICE_FAILED'],
})

export const replaceDevice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/replaceDevice',
  summary: '换一台同配置、同区域的云手机，可保留数据；失败时保持原样',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: positiveId, reason: z.enum(replaceReasons), keepsData: z.boolean() }),
  data: z.object({ taskId: positiveId }),
  errors,
  idempotent: true,
})

export const getZoneTerms = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getZoneTerms',
  summary: '可更换的区域和库存、费用、下次免费时间',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId }),
  data: zoneTerms,
  errors: ['GET_DEVICE_FAILED'],
})

export const changeZone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/changeZone',
  summary: '把设备连同数据换到另一区域；费用须与所见一致，失败时退回并保持原样',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: positiveId, zoneId: positiveId, costBeans: count }),
  data: z.object({ taskId: positiveId }),
  errors: [...errors, 'BEANS_NOT_ENOUGH', 'ORDER_PRICE_INCONSISTENT'],
  idempotent: true,
})
