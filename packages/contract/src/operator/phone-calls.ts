import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { count, epochMillis, nothing, pageOf, pageQuery, positiveId } from '../wire/fields.ts'

export const getZoneHealth = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getZoneHealth',
  summary: '各机房的云手机状况：故障数量、是否失联、自动更换是否已暂停',
  access: access.operator,
  input: nothing,
  data: z.object({
    records: z.array(
      z.object({
        zoneId: positiveId,
        zoneCode: z.string(),
        zoneName: z.string(),
        supplierType: z.int(),
        phones: count,
        faulty: count,
        replacedLately: count,
        seenAt: z.nullable(epochMillis),
        isAway: z.boolean(),
        isBraked: z.boolean(),
      }),
    ),
  }),
})

export const replaceFaultyDevices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/replaceFaultyDevices',
  summary: '人工决定更换故障设备；答复中为已开始更换的设备',
  access: access.operator,
  input: z.strictObject({ deviceIds: z.array(positiveId).check(z.minLength(1), z.maxLength(200)) }),
  data: z.object({ deviceIds: z.array(positiveId) }),
})

export const getQuarantinedPhones = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getQuarantinedPhones',
  summary: '已更换、尚未清除的云手机，先更换的在前',
  access: access.operator,
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        quarantineId: positiveId,
        deviceId: positiveId,
        ownerId: positiveId,
        zoneId: positiveId,
        phoneId: z.string(),
        quarantinedAt: epochMillis,
        erasesAt: epochMillis,
      }),
    ),
  ),
})

export const restorePhone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/restorePhone',
  summary: '把更换前的云手机还给设备；现在的云手机改为保留',
  access: access.operator,
  input: z.strictObject({ quarantineId: positiveId }),
  data: z.null(),
})
