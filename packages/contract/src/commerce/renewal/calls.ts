import * as z from 'zod/mini'
import { MAX_DEVICES_PER_COMMAND } from '../../devices/device/rules.ts'
import { deviceIds } from '../../devices/device/schema.ts'
import { access, defineCall } from '../../wire/call.ts'
import { count, longText, pageOf, pageQuery, positiveId, queryIds } from '../../wire/fields.ts'
import { autoRenew, autoRenewMethods, renewDevice, renewFilters, renewOption } from './schema.ts'

export const getRenewList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/renewal/getRenewList',
  summary: '自己的设备，先到期的在前，能否续费和自动续费的状态',
  access: access.user,
  input: z.strictObject({
    ...pageQuery,
    filter: z.prefault(z.enum(renewFilters), 'all'),
    /** These devices only, as far as they are the caller's own. */
    ids: z.optional(queryIds(MAX_DEVICES_PER_COMMAND)),
  }),
  data: z.object({
    ...pageOf(renewDevice),
    /** Independent of the filter. */
    counts: z.object({ all: count, expiringSoon: count }),
  }),
})

export const getRenewPrices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/renewal/getRenewPrices',
  summary: '所选设备都能续的时长，逐台与合计的价格',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds }),
  data: z.object({ options: z.array(renewOption) }),
  errors: ['GET_DEVICE_FAILED'],
})

export const setAutoRenew = defineCall({
  method: 'POST',
  path: '/vmcloud/api/renewal/setAutoRenew',
  summary: '打开或关闭自动续费，逐台回答',
  access: access.deviceOwner,
  input: z.strictObject({
    deviceIds,
    isOn: z.boolean(),
    /** Needed to switch it on. */
    payMethod: z.optional(z.literal(autoRenewMethods)),
    /** Hours of what is taken again; what each device was rented for last when absent. */
    goodTime: z.optional(positiveId),
  }),
  data: z.object({
    results: z.array(
      z.object({
        deviceId: positiveId,
        /** As a call for this device alone would have answered. */
        code: z.int(),
        msg: longText,
        autoRenew: z.nullable(autoRenew),
      }),
    ),
  }),
  errors: ['GET_DEVICE_FAILED', 'GOODS_NOT_EXIST'],
})
