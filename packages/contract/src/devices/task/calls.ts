import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { count, pageOf, pageQuery, positiveId, queryId } from '../../wire/fields.ts'
import { taskFilters, taskInfo, taskKindList, taskRecord } from './schema.ts'

export const getTaskList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/task/getTaskList',
  summary: '我的任务，新的在前',
  access: access.user,
  input: z.strictObject({
    ...pageQuery,
    filter: z.prefault(z.enum(taskFilters), 'all'),
    /** Only tasks of these kinds, separated by commas. */
    kinds: z.optional(taskKindList),
  }),
  data: z.object({
    ...pageOf(taskRecord),
    /** Of the same kinds; independent of the filter. */
    activeCount: count,
  }),
})

export const getTaskInfo = defineCall({
  method: 'GET',
  path: '/vmcloud/api/task/getTaskInfo',
  summary: '一个任务和每台设备的结果',
  access: access.user,
  input: z.strictObject({ taskId: queryId }),
  data: taskInfo,
  errors: ['TASK_NOT_EXIST'],
})

export const cancelTask = defineCall({
  method: 'POST',
  path: '/vmcloud/api/task/cancelTask',
  summary: '取消任务：未开始的不再开始，进行中的撤回',
  access: access.user,
  input: z.strictObject({ taskId: positiveId }),
  data: taskInfo,
  errors: ['TASK_NOT_EXIST', 'TASK_INTERRUPTED'],
})

export const retryTask = defineCall({
  method: 'POST',
  path: '/vmcloud/api/task/retryTask',
  summary: '重试任务中未成功的部分，成为一个新任务',
  access: access.user,
  input: z.strictObject({ taskId: positiveId }),
  data: taskInfo,
  errors: ['TASK_NOT_EXIST', 'GET_DEVICE_FAILED', 'DEVICE_BACKING_UP', 'DEVICE_RECOVERING', 'IN_BACKUP_OR_RECOVERY'],
  idempotent: true,
})
