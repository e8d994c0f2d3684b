import * as z from 'zod/mini'
import { interruption } from '../devices/availability/schema.ts'
import { deviceStates } from '../devices/device/enums.ts'
import { type TaskState, taskKinds } from '../devices/task/rules.ts'
import { access, defineCall } from '../wire/call.ts'
import { count, cursorQuery, epochMillis, keysetOf, positiveId, queryId, queryInteger } from '../wire/fields.ts'
import { dayQuery, deviceFacts, deviceRecord, hasDaysInOrder } from './records.ts'

const MOST_DEVICES = 200
const taskStates = ['waiting', 'working', 'succeeded', 'failed', 'interrupted'] as const satisfies readonly TaskState[]

export const searchDevices = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/searchDevices',
  summary:
    '设备：text 为设备编号、名称开头、云手机编号或用户完整手机号；可按到期日期（含首尾两天）筛选；默认新的在前，expiring 为先到期的在前；每页 50 条',
  access: access.operator('devices.read'),
  input: z
    .strictObject({
      ...cursorQuery,
      text: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      ownerId: z.optional(queryId),
      zoneId: z.optional(queryId),
      /** Released devices are listed only when asked for. */
      state: z.optional(z.enum(deviceStates)),
      supplierType: z.optional(queryInteger(1, 100)),
      /** Days of the end. */
      ...dayQuery,
      sort: z.optional(z.enum(['newest', 'oldest', 'expiring'])),
    })
    .check(hasDaysInOrder),
  data: z.object(keysetOf(deviceRecord)),
})

const taskRecord = z.object({
  taskId: positiveId,
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  /** Percent. */
  progress: count,
  reason: z.string(),
  createdAt: epochMillis,
  deadlineAt: epochMillis,
  endedAt: z.nullable(epochMillis),
})

export const getDevice = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getDevice',
  summary: '一台设备：机主、云手机、当前和最近的任务、可换的余量、中断记录、更换下来的云手机',
  access: access.operator('devices.read'),
  input: z.strictObject({ deviceId: queryId }),
  data: z.object({
    ...deviceFacts,
    phoneId: z.string(),
    imageVersion: z.string(),
    isPowerOn: z.boolean(),
    faultySince: z.nullable(epochMillis),
    refusingSince: z.nullable(epochMillis),
    /** End of the state under way; null for states that last. */
    stateDeadline: z.nullable(epochMillis),
    firstStartedAt: z.nullable(epochMillis),
    configuration: z.nullable(
      z.object({ configId: positiveId, cpuCores: z.int(), memoryGb: z.int(), storageGb: z.int() }),
    ),
    /** Free phones of its configuration by zone: a replacement waits while its own zone has none. */
    places: z.array(
      z.object({
        zoneId: positiveId,
        zoneName: z.string(),
        /** Closed zones sell nothing; devices there are still replaced. */
        isOpen: z.optional(z.boolean()),
        capacity: count,
        free: count,
        reserved: z.optional(count),
        rented: z.optional(count),
        quarantined: z.optional(count),
        /** Attached phones of the place that nobody can get now: being erased, not to be erased, and away. */
        erasing: z.optional(count),
        unerased: z.optional(count),
        away: z.optional(count),
      }),
    ),
    /** Task under way; null at rest. */
    task: z.nullable(taskRecord),
    /** Latest tasks, at most 10. */
    tasks: z.array(taskRecord),
    interruptions: z.array(interruption),
    quarantined: z.array(
      z.object({
        quarantineId: positiveId,
        phoneId: z.string(),
        quarantinedAt: epochMillis,
        erasesAt: epochMillis,
      }),
    ),
  }),
})

export const rebootDevices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/rebootDevices',
  summary: '重启设备；答复中为已开始重启的设备，机主在任务中心看到',
  access: access.operator('devices.act'),
  input: z.strictObject({ deviceIds: z.array(positiveId).check(z.minLength(1), z.maxLength(MOST_DEVICES)) }),
  data: z.object({ deviceIds: z.array(positiveId) }),
})

export const replaceWorkingDevices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/replaceWorkingDevices',
  summary:
    '更换没有故障的设备：运行中或已关机的设备换一台空的云手机，占用一台库存，原来的连同数据保留；答复中为已开始更换的设备，机主在任务中心看到',
  access: access.operator('devices.act'),
  input: z.strictObject({ deviceIds: z.array(positiveId).check(z.minLength(1), z.maxLength(MOST_DEVICES)) }),
  data: z.object({ deviceIds: z.array(positiveId) }),
})

export const stopDevices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/stopDevices',
  summary: '关闭设备；答复中为已关闭的设备，机主可以再开机',
  access: access.operator('devices.act'),
  input: z.strictObject({ deviceIds: z.array(positiveId).check(z.minLength(1), z.maxLength(MOST_DEVICES)) }),
  data: z.object({ deviceIds: z.array(positiveId) }),
})
