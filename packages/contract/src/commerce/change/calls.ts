import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import type { ErrorName } from '../../wire/error-codes.ts'
import { count, noInput, positiveId, queryId } from '../../wire/fields.ts'
import { changeQuote } from '../order/schema.ts'
import { changeOptions, toMonthlyDevice, videoOptions } from './schema.ts'

const errors: readonly ErrorName[] = [
  'GET_DEVICE_FAILED',
  'DEVICE_BACKING_UP',
  'DEVICE_RECOVERING',
  'IN_BACKUP_OR_RECOVERY',
]

export const getChangeOptions = defineCall({
  method: 'GET',
  path: '/vmcloud/api/change/getChangeOptions',
  summary: '设备可换的配置与型号，含剩余价值抵扣和应付金额',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId }),
  data: changeOptions,
  errors: ['GET_DEVICE_FAILED'],
})

export const getVideoOptions = defineCall({
  method: 'GET',
  path: '/vmcloud/api/change/getVideoOptions',
  summary: '设备可升级的视频定制版',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId }),
  data: videoOptions,
  errors: ['GET_DEVICE_FAILED'],
})

/** Asked apart from the options: a phone may answer late or not at all. */
export const getUsedStorage = defineCall({
  method: 'GET',
  path: '/vmcloud/api/change/getUsedStorage',
  summary: '设备已用的存储空间，问不到时为空',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: queryId }),
  data: z.object({ usedBytes: z.nullable(count) }),
  errors: ['GET_DEVICE_FAILED'],
})

export const getToMonthlyOptions = defineCall({
  method: 'GET',
  path: '/vmcloud/api/change/getToMonthlyOptions',
  summary: '可转包月的按时设备和包月价格',
  access: access.user,
  input: noInput,
  data: z.object({ devices: z.array(toMonthlyDevice) }),
})

/** A change whose credit covers the price is a task without a payment order. */
export const changeByCredit = defineCall({
  method: 'POST',
  path: '/vmcloud/api/change/changeByCredit',
  summary: '剩余价值足够时直接变更配置、型号或升级视频定制版，无需支付',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: positiveId, id: positiveId, quote: changeQuote }),
  data: z.object({ taskId: positiveId }),
  errors: [...errors, 'OUT_OF_STOCK', 'GOODS_NOT_EXIST', 'PRICE_INCONSISTENT', 'ORDER_PRICE_INCONSISTENT'],
  loadingText: '提交中',
  idempotent: true,
})
