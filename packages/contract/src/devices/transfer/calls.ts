import * as z from 'zod/mini'
import { mobilePhone, smsCode } from '../../accounts/user/schema.ts'
import { access, defineCall } from '../../wire/call.ts'
import { pageOf, pageQuery, positiveId } from '../../wire/fields.ts'
import { deviceIds } from '../device/schema.ts'
import { transferableDevice, transferRecord } from './schema.ts'

export const getTransferDevices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/transfer/getDevices',
  summary: '所选设备能否转移，不能的说明原因',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds }),
  data: z.object({ devices: z.array(transferableDevice) }),
  errors: ['GET_DEVICE_FAILED'],
})

export const startTransfer = defineCall({
  method: 'POST',
  path: '/vmcloud/api/transfer/start',
  summary: '把设备转给一个手机号，全部或全不；须短信验证码，对方 24 小时内接收',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds, mobilePhone, code: smsCode }),
  data: transferRecord,
  errors: ['GET_DEVICE_FAILED', 'CANNOT_TRANSFER', 'MUST_SET_PASSWORD', 'VERIFICATION_CODE_WRONG'],
  callsPerMinute: 30,
})

export const getTransferList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/transfer/getList',
  summary: '我转出和收到的转移，等待中的在前',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(transferRecord)),
})

const one = z.strictObject({ transferId: positiveId })

export const acceptTransfer = defineCall({
  method: 'POST',
  path: '/vmcloud/api/transfer/accept',
  summary: '接收转给自己的设备，设备进入默认分组',
  access: access.user,
  input: one,
  data: transferRecord,
  errors: ['CANNOT_TRANSFER'],
})

export const rejectTransfer = defineCall({
  method: 'POST',
  path: '/vmcloud/api/transfer/reject',
  summary: '拒绝转给自己的设备',
  access: access.user,
  input: one,
  data: transferRecord,
})

export const cancelTransfer = defineCall({
  method: 'POST',
  path: '/vmcloud/api/transfer/cancel',
  summary: '取消自己发起、对方尚未接收的转移',
  access: access.user,
  input: one,
  data: transferRecord,
})
