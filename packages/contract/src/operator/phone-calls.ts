import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { cursorQuery, keysetOf, noInput, positiveId, queryId } from '../wire/fields.ts'
import { PHONE_ADDRESS, phoneRecord, phoneStates, probeFacts } from './phones.ts'

const PROBES_PER_MINUTE = 60

const onePhone = { attachedPhoneId: positiveId }
const note = z.string().check(z.trim(), z.maxLength(64))

export const getPhones = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getPhones',
  summary: '自营云手机：按地址接入的真机，text 为地址、备注或型号的一部分；新接入的在前，每页 50 条',
  access: access.operator('devices.read'),
  input: z.strictObject({
    ...cursorQuery,
    text: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    zoneId: z.optional(queryId),
    state: z.optional(z.enum(phoneStates)),
  }),
  data: z.object(keysetOf(phoneRecord)),
})

export const getPhone = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getPhone',
  summary: '一台自营云手机',
  access: access.operator('devices.read'),
  input: z.strictObject({ attachedPhoneId: queryId }),
  data: phoneRecord,
})

export const getStockPlaces = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getStockPlaces',
  summary: '云手机可以放入的机房和自营配置',
  access: access.operator('devices.read'),
  input: noInput,
  data: z.object({
    zones: z.array(z.object({ zoneId: positiveId, name: z.string() })),
    configurations: z.array(
      z.object({
        configId: positiveId,
        name: z.string(),
        version: z.string(),
        storageGb: z.int(),
      }),
    ),
  }),
})

export const attachPhone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/attachPhone',
  summary: '接入云手机：先探测，能用才接入；接入后还没有入库',
  access: access.operator('phones.write'),
  input: z.strictObject({
    /** `host:port` or `[IPv6]:port` */
    address: z.string().check(z.trim(), z.maxLength(300), z.regex(PHONE_ADDRESS)),
    note: z.prefault(note, ''),
  }),
  data: z.object({ ...onePhone, probe: probeFacts }),
  callsPerMinute: PROBES_PER_MINUTE,
})

export const probePhone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/probePhone',
  summary: '探测云手机：连通、系统版本、存储、屏幕和编码器',
  access: access.operator('phones.write'),
  input: z.strictObject(onePhone),
  data: z.object({ probe: probeFacts }),
  callsPerMinute: PROBES_PER_MINUTE,
})

export const stockPhone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/stockPhone',
  summary: '云手机入库：先探测，第一次入库还要恢复出厂，再作为一个机房里一种配置的一台出售',
  access: access.operator('phones.write'),
  input: z.strictObject({ ...onePhone, zoneId: positiveId, configId: positiveId }),
  data: z.null(),
  callsPerMinute: PROBES_PER_MINUTE,
})

export const drainPhone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/drainPhone',
  summary: '云手机停止出租，或恢复出租；租用中的客户不受影响，退还后不再出租',
  access: access.operator('phones.write'),
  input: z.strictObject({ ...onePhone, isDraining: z.boolean() }),
  data: z.null(),
})

export const detachPhone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/detachPhone',
  summary: '移除云手机：先停止出租，没有人使用、也没有要清除的数据时才能移除',
  access: access.operator('phones.write'),
  input: z.strictObject(onePhone),
  data: z.null(),
})
