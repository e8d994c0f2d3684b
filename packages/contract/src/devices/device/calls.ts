import * as z from 'zod/mini'
import { URL_MESSAGE } from '../../validation/url.ts'
import { access, defineCall } from '../../wire/call.ts'
import {
  count,
  epochMillis,
  longText,
  noInput,
  pageOf,
  pageQuery,
  positiveId,
  queryId,
  queryIds,
  queryInteger,
  shortText,
} from '../../wire/fields.ts'
import { DeviceCommand, stateFilters, VersionFilter } from './enums.ts'
import { canOpenUrl, MAX_DEVICES_PER_COMMAND, MAX_TAGS_PER_DEVICE } from './rules.ts'
import {
  commandResult,
  deviceIds,
  deviceName,
  deviceNote,
  deviceRecord,
  deviceTag,
  installedApp,
  packageName,
} from './schema.ts'
import { streamModes } from './stream.ts'

export const getDeviceInfo = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getDeviceInfo',
  summary: '一台云手机',
  access: access.deviceView,
  input: z.strictObject({ deviceId: queryId }),
  data: deviceRecord,
  errors: ['GET_DEVICE_FAILED'],
})

/** Whether a command has exactly the arguments that it needs. */
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
      url: z.optional(z.string().check(z.maxLength(2048), z.refine(canOpenUrl, URL_MESSAGE))),
      packageName: z.optional(packageName),
    })
    .check(z.refine(hasItsArguments, '指令与参数不符')),
  data: z.object({
    results: z.array(commandResult),
    /** Task of a long command; null for one that is answered at once or that no device accepted. */
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

export const updateDeviceNote = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/updateDeviceNote',
  summary: '修改设备备注，只有自己能看到',
  access: access.deviceOwner,
  input: z.strictObject({ deviceId: positiveId, note: deviceNote }),
  data: z.null(),
  errors: ['GET_DEVICE_FAILED'],
})

const someTags = z.prefault(z.array(deviceTag).check(z.maxLength(MAX_TAGS_PER_DEVICE)), [])

export const updateDeviceTags = defineCall({
  method: 'POST',
  path: '/vmcloud/api/device/updateDeviceTags',
  summary: '为一台或多台设备添加、移除标签，全部成功或全部不变',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds, add: someTags, remove: someTags }),
  data: z.null(),
  errors: ['GET_DEVICE_FAILED'],
})

export const getTagList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getTagList',
  summary: '我的标签和各有多少台设备',
  access: access.user,
  input: noInput,
  data: z.object({ tags: z.array(z.object({ tag: shortText, deviceCount: count })) }),
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

const ownerFilters = ['me', 'others'] as const

/** Conditions of the device list. */
const deviceFilter = {
  groupId: z.optional(queryId),
  version: z.prefault(queryInteger(VersionFilter.all, VersionFilter['10/H']), String(VersionFilter.all)),
  name: z.optional(z.string().check(z.maxLength(32))),
  state: z.optional(z.enum(stateFilters)),
  /** Own devices only, or those that others have granted. */
  owner: z.optional(z.enum(ownerFilters)),
  tag: z.optional(deviceTag),
}

export const getDeviceList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getDeviceList',
  summary: '我的云手机：自有与被授权的设备',
  access: access.user,
  input: z.strictObject({ ...pageQuery, ...deviceFilter }),
  data: z.object({
    ...pageOf(deviceRecord),
    /** Counts by version for the requested group, name and state. */
    counts: z.object({ all: count, '10/B': count, '10/H': count, running: count }),
    /** Own devices that can be renewed, whatever the filter: metered ones are not. */
    renewal: z.object({ expiringSoon: count, expired: count }),
  }),
})

export const getDevices = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getDevices',
  summary: '按编号查询多台云手机；查不到的不在结果里',
  access: access.user,
  input: z.strictObject({ ids: queryIds(MAX_DEVICES_PER_COMMAND) }),
  /** In the order of the device list. */
  data: z.object({ records: z.array(deviceRecord) }),
})

export const getDeviceIds = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getDeviceIds',
  summary: '符合条件的全部设备编号，按权限分列，供全选使用',
  access: access.user,
  input: z.strictObject(deviceFilter),
  /** By the caller's right on them; at most `MAX_SELECTED_DEVICES` together, the first ones of the list. */
  data: z.object({ owner: z.array(positiveId), control: z.array(positiveId), view: z.array(positiveId) }),
})

export const createTicket = defineCall({
  method: 'POST',
  path: '/vmcloud/api/stream/createTicket',
  summary: '打开云手机画面的一次性凭证',
  access: access.deviceView,
  input: z.strictObject({ deviceId: positiveId, mode: z.enum(streamModes) }),
  data: z.object({
    /** Carried in `Sec-WebSocket-Protocol`, never in an address that is logged. */
    ticket: z.string(),
    /** Where the socket is opened: a path of this host, or the address of the gateway of the device's zone. */
    path: longText,
    expiresAt: epochMillis,
  }),
  errors: ['GET_DEVICE_FAILED', 'START_UP_STANDARD_NOT_MET'],
})
