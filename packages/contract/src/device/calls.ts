import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { pageOf, pageQuery, positiveId, queryId } from '../wire/fields.ts'
import { canOpenUrl } from './command-arguments.ts'
import { commandResult, deviceIds, deviceName, installedApp, packageName } from './command-schema.ts'
import { DeviceCommand } from './enums.ts'
import { deviceRecord } from './schema.ts'

export const getDeviceInfo = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getDeviceInfo',
  summary: '一台云手机',
  access: access.deviceView,
  input: z.strictObject({ deviceId: queryId }),
  data: deviceRecord,
  errors: ['GET_DEVICE_FAILED'],
})

/** What a command needs beside its name stands there, and nothing that it does not need. */
const hasItsArguments = ({
  command,
  url,
  packageName: name,
}: {
  command: string
  url?: string
  packageName?: string
}) =>
  (command === DeviceCommand.openUrl) === (url !== undefined) &&
  (command === DeviceCommand.uninstall) === (name !== undefined)

export const sendCommand = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/sendCommand',
  summary: '向一台或多台云手机发送指令，逐台回答',
  access: access.deviceView,
  input: z
    .strictObject({
      deviceIds,
      command: z.enum(DeviceCommand),
      url: z.optional(z.string().check(z.maxLength(2048), z.refine(canOpenUrl, '请输入以 http 开头的完整网址'))),
      packageName: z.optional(packageName),
    })
    .check(z.refine(hasItsArguments, '指令与参数不符')),
  data: z.object({
    results: z.array(commandResult),
    /** Where a command that takes long can be followed; nothing for one that is answered at once, or that no device took. */
    taskId: z.nullable(positiveId),
  }),
  errors: ['GET_DEVICE_FAILED', 'APP_NOT_EXIST', 'DEVICE_BACKING_UP', 'DEVICE_RECOVERING', 'IN_BACKUP_OR_RECOVERY'],
})

export const updateDeviceName = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/updateDeviceName',
  summary: '修改设备名称',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: positiveId, name: deviceName }),
  data: z.null(),
  errors: ['GET_DEVICE_FAILED'],
})

export const getAppList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getAppList',
  summary: '设备上的应用',
  access: access.deviceControl,
  input: z.strictObject({ deviceId: queryId, ...pageQuery }),
  data: z.object(pageOf(installedApp)),
  errors: ['GET_DEVICE_FAILED'],
})
