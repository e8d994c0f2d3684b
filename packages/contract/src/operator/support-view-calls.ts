import * as z from 'zod/mini'
import { supportViewMinutes, supportViewRecord } from '../devices/grant/support-view.ts'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, positiveId, queryId } from '../wire/fields.ts'

export const getDeviceViews = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getDeviceViews',
  summary: '一台设备最近的查看请求和结果，新的在前',
  access: access.operator('devices.read'),
  input: z.strictObject({ deviceId: queryId }),
  data: z.object({ records: z.array(supportViewRecord) }),
})

export const requestView = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/requestView',
  summary: '请求查看设备画面：客户同意后才能看，只能看不能操作',
  access: access.operator('devices.act'),
  input: z.strictObject({
    deviceId: positiveId,
    /** Told to the customer. */
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    minutes: z.literal([...supportViewMinutes]),
  }),
  data: z.object({ supportViewId: positiveId }),
  callsPerMinute: 20,
})

export const openView = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/openView',
  summary: '打开客户已同意查看的画面，只有提出请求的人可以',
  access: access.operator('devices.act'),
  input: z.strictObject({ supportViewId: positiveId }),
  data: z.object({ ticket: z.string(), path: z.string(), expiresAt: epochMillis, endsAt: epochMillis }),
})

export const endView = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/endView',
  summary: '撤回查看请求，或结束正在进行的查看',
  access: access.operator('devices.act'),
  input: z.strictObject({ supportViewId: positiveId }),
  data: z.null(),
})
