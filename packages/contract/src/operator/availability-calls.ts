import * as z from 'zod/mini'
import { availabilityRule, faults } from '../devices/availability/rules.ts'
import { interruption } from '../devices/availability/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, noInput, pageOf, pageQuery, positiveId, queryId, replacing, shortText } from '../wire/fields.ts'

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

export const getAllInterruptions = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getInterruptions',
  summary: '中断记录，新的在前；可按设备、用户、机房、责任筛选，state=open 只看还没有结束的',
  access: access.operator('devices.read'),
  input: z.strictObject({
    ...pageQuery,
    deviceId: z.optional(queryId),
    userId: z.optional(queryId),
    zoneId: z.optional(queryId),
    fault: z.optional(z.enum(faults)),
    state: z.optional(z.literal('open')),
  }),
  data: z.object(
    pageOf(
      z.object({
        ...interruption.shape,
        deviceId: positiveId,
        /** Null without the right to users. */
        ownerId: z.nullable(positiveId),
        zoneId: positiveId,
        settledAt: z.nullable(epochMillis),
      }),
    ),
  ),
})

export const correctInterruption = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/correctInterruption',
  summary: '更正一次中断的责任，说明会给用户看；改为平台原因的会补偿，已补偿的时间不收回',
  access: access.operator('devices.act'),
  input: z.strictObject({ interruptionId: positiveId, fault: z.enum(faults), reason }),
  data: z.null(),
})

export const planMaintenance = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/planMaintenance',
  summary: '登记一个机房的计划维护；须在开始前登记，最长 24 小时',
  access: access.operator('devices.act'),
  idempotent: true,
  input: z.strictObject({
    zoneId: positiveId,
    startsAt: epochMillis.check(z.maximum(253_402_300_799_999)),
    endsAt: epochMillis.check(z.maximum(253_402_300_799_999)),
    reason,
  }),
  data: z.object({ maintenanceId: positiveId }),
})

export const getMaintenances = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getMaintenances',
  summary: '计划维护，后开始的在前',
  access: access.operator('devices.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        maintenanceId: positiveId,
        zoneId: positiveId,
        zoneName: shortText,
        startsAt: epochMillis,
        endsAt: epochMillis,
        reason: z.string(),
      }),
    ),
  ),
})

export const getAvailabilityRule = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getAvailabilityRule',
  summary: '中断补偿的规则；没有设置时为默认值',
  access: access.operator('settings.read'),
  input: noInput,
  data: availabilityRule,
})

export const setAvailabilityRule = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setAvailabilityRule',
  summary: '设置中断补偿的规则；已补偿的不变',
  access: access.operator('settings.write'),
  input: replacing({ ...availabilityRule.shape }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})
