import * as z from 'zod/mini'
import { begunAppTask } from '../../devices/app/schema.ts'
import { deviceIds } from '../../devices/device/schema.ts'
import { access, defineCall } from '../../wire/call.ts'
import { flag, noInput, pageOf, pageQuery, positiveId, shortText } from '../../wire/fields.ts'
import { fileKinds, fileSorts } from './rules.ts'
import { fileId, fileIds, fileName, phoneFile, phonePath, spaceFile, spaceUpload } from './schema.ts'

const errors = ['GET_DEVICE_FAILED', 'DEVICE_BACKING_UP', 'DEVICE_RECOVERING', 'IN_BACKUP_OR_RECOVERY'] as const

export const getSpaceFiles = defineCall({
  method: 'GET',
  path: '/vmcloud/api/space/getFileList',
  summary: '云空间的文件，默认新的在前；也可以看回收站',
  access: access.user,
  input: z.strictObject({
    ...pageQuery,
    kind: z.optional(z.enum(fileKinds)),
    search: z.optional(shortText),
    isTrash: z.prefault(z.enum(['0', '1']), '0'),
    sort: z.prefault(z.enum(fileSorts), 'newest'),
  }),
  data: z.object(pageOf(spaceFile)),
})

export const getSpaceUploads = defineCall({
  method: 'GET',
  path: '/vmcloud/api/space/getUploadList',
  summary: '还没有传完的文件，可以继续',
  access: access.user,
  input: noInput,
  data: z.object({ records: z.array(spaceUpload) }),
})

export const renameSpaceFile = defineCall({
  method: 'POST',
  path: '/vmcloud/api/space/renameFile',
  summary: '文件改名',
  access: access.user,
  input: z.strictObject({ fileId, name: fileName }),
  data: z.null(),
  errors: ['FILE_EXISTS', 'ILLEGAL_FILE'],
})

export const trashSpaceFiles = defineCall({
  method: 'POST',
  path: '/vmcloud/api/space/trashFiles',
  summary: '把文件移到回收站，7 天后删除；全部成功或全部不变',
  access: access.user,
  input: z.strictObject({ fileIds }),
  data: z.null(),
  errors: ['DELETE_ERROR', 'CLOUD_SPACE_NOT_ENOUGH'],
})

export const restoreSpaceFiles = defineCall({
  method: 'POST',
  path: '/vmcloud/api/space/restoreFiles',
  summary: '从回收站放回文件，重名的加上编号；全部成功或全部不变',
  access: access.user,
  input: z.strictObject({ fileIds }),
  data: z.null(),
  errors: ['OVER_CLOUD_SPACE', 'CLOUD_SPACE_NOT_ENOUGH'],
})

export const deleteSpaceFiles = defineCall({
  method: 'POST',
  path: '/vmcloud/api/space/deleteFiles',
  summary: '彻底删除文件，不能恢复；全部成功或全部不变',
  access: access.user,
  input: z.strictObject({ fileIds }),
  data: z.null(),
  errors: ['DELETE_ERROR'],
})

export const emptySpaceTrash = defineCall({
  method: 'POST',
  path: '/vmcloud/api/space/emptyTrash',
  summary: '清空回收站里的文件',
  access: access.user,
  input: noInput,
  data: z.null(),
})

export const getDownloadAddress = defineCall({
  method: 'POST',
  path: '/vmcloud/api/space/getDownloadAddress',
  summary: '文件的下载地址，短期有效',
  access: access.user,
  input: z.strictObject({ fileId }),
  data: z.object({ address: z.string() }),
})

export const sendSpaceFile = defineCall({
  method: 'POST',
  path: '/vmcloud/api/space/sendFile',
  summary: '把云空间的文件发到一台或多台云手机；安装包会安装',
  access: access.deviceView,
  input: z.strictObject({ deviceIds, fileId }),
  data: begunAppTask,
  errors: [...errors],
  idempotent: true,
})

export const getPhoneFiles = defineCall({
  method: 'GET',
  path: '/vmcloud/api/space/getPhoneFiles',
  summary: '云手机公共存储里一个文件夹的内容',
  access: access.deviceControl,
  input: z.strictObject({
    deviceId: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)),
    path: phonePath,
  }),
  data: z.object({ records: z.array(phoneFile), isCutOff: flag }),
  errors: ['GET_DEVICE_FAILED'],
})

export const fetchPhoneFile = defineCall({
  method: 'POST',
  path: '/vmcloud/api/space/fetchFile',
  summary: '把云手机上的文件取到云空间',
  access: access.deviceControl,
  input: z.strictObject({ deviceId: positiveId, path: phonePath.check(z.minLength('/sdcard/a'.length)) }),
  data: begunAppTask,
  errors: [...errors, 'OVER_CLOUD_SPACE', 'CLOUD_SPACE_NOT_ENOUGH', 'FILE_EMPTY', 'ILLEGAL_FILE'],
  idempotent: true,
})
