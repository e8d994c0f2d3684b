import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { count, noInput, queryIds } from '../../wire/fields.ts'
import { deviceIds, packageName } from '../device/schema.ts'
import { MAX_DEVICES_ASKED } from './rules.ts'
import { appFile, appFileId, begunAppTask, commonApp } from './schema.ts'

const errors = [
  'GET_DEVICE_FAILED',
  'DEVICE_BACKING_UP',
  'DEVICE_RECOVERING',
  'IN_BACKUP_OR_RECOVERY',
  'APP_NOT_EXIST',
] as const

const appName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

export const getCommonApps = defineCall({
  method: 'GET',
  path: '/vmcloud/api/app/getCommonApps',
  summary: '多台云手机上的应用，并计有多少台',
  access: access.deviceControl,
  input: z.strictObject({ deviceIds: queryIds(MAX_DEVICES_ASKED) }),
  data: z.object({
    records: z.array(commonApp),
    /** Phones that answered; one that is off or away has no say. */
    answeredCount: count,
  }),
  errors: ['GET_DEVICE_FAILED'],
})

export const startApp = defineCall({
  method: 'POST',
  path: '/vmcloud/api/app/startApp',
  summary: '在一台或多台云手机上打开应用',
  access: access.deviceView,
  input: z.strictObject({ deviceIds, packageName, appName }),
  data: begunAppTask,
  errors: [...errors],
  idempotent: true,
})

export const uninstallApp = defineCall({
  method: 'POST',
  path: '/vmcloud/api/app/uninstallApp',
  summary: '从一台或多台云手机卸载应用',
  access: access.deviceView,
  input: z.strictObject({ deviceIds, packageName, appName }),
  data: begunAppTask,
  errors: [...errors],
  idempotent: true,
})

export const sendFile = defineCall({
  method: 'POST',
  path: '/vmcloud/api/app/sendFile',
  summary: '把已上传的文件发到一台或多台云手机；安装包会安装',
  access: access.deviceView,
  input: z.strictObject({ deviceIds, fileId: appFileId }),
  data: begunAppTask,
  errors: [...errors],
  idempotent: true,
})

export const setKeptAlive = defineCall({
  method: 'POST',
  path: '/vmcloud/api/app/setKeptAlive',
  summary: '设置应用在云手机重启后自动打开，全部成功或全部不变',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds, packageName, isOn: z.boolean() }),
  data: z.null(),
  errors: ['GET_DEVICE_FAILED'],
})

export const getAppFiles = defineCall({
  method: 'GET',
  path: '/vmcloud/api/app/getFileList',
  summary: '最近上传、可以再次发送的文件，新的在前',
  access: access.user,
  input: noInput,
  data: z.object({ records: z.array(appFile) }),
})

export const deleteAppFile = defineCall({
  method: 'POST',
  path: '/vmcloud/api/app/deleteFile',
  summary: '删除上传的文件；已装到云手机上的不受影响',
  access: access.user,
  input: z.strictObject({ fileId: appFileId }),
  data: z.null(),
})
