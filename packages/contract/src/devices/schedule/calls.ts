import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { noInput, positiveId } from '../../wire/fields.ts'
import { changedSchedule, newSchedule, scheduleRecord } from './schema.ts'

export const getScheduleList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/schedule/getList',
  summary: '我的定时任务：下次运行和上次结果',
  access: access.user,
  input: noInput,
  data: z.object({ schedules: z.array(scheduleRecord) }),
})

export const createSchedule = defineCall({
  method: 'POST',
  path: '/vmcloud/api/schedule/create',
  summary: '新建定时任务：对设备、分组或标签，一次、每天或每周；时间为北京时间',
  access: access.user,
  input: newSchedule,
  data: scheduleRecord,
  errors: ['GET_DEVICE_FAILED'],
  idempotent: true,
})

export const updateSchedule = defineCall({
  method: 'POST',
  path: '/vmcloud/api/schedule/update',
  summary: '修改定时任务',
  access: access.user,
  input: changedSchedule,
  data: scheduleRecord,
  errors: ['GET_DEVICE_FAILED'],
})

export const pauseSchedule = defineCall({
  method: 'POST',
  path: '/vmcloud/api/schedule/pause',
  summary: '暂停或继续定时任务',
  access: access.user,
  input: z.strictObject({ scheduleId: positiveId, isPaused: z.boolean() }),
  data: scheduleRecord,
})

export const deleteSchedule = defineCall({
  method: 'POST',
  path: '/vmcloud/api/schedule/delete',
  summary: '删除定时任务；已经开始的设备会做完',
  access: access.user,
  input: z.strictObject({ scheduleId: positiveId }),
  data: z.null(),
})
