import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { noInput, positiveId } from '../../wire/fields.ts'
import { supportViewRecord } from './support-view.ts'

export const getSupportViews = defineCall({
  method: 'GET',
  path: '/vmcloud/api/grant/getSupportViews',
  summary: '客服请求查看我的设备画面：等待答复的和正在进行的',
  access: access.user,
  input: noInput,
  data: z.object({ records: z.array(supportViewRecord) }),
})

export const answerSupportView = defineCall({
  method: 'POST',
  path: '/vmcloud/api/grant/answerSupportView',
  summary: '同意或拒绝客服查看设备画面；同意后从现在起计时，到时自动结束',
  access: access.user,
  input: z.strictObject({ supportViewId: positiveId, isAccepted: z.boolean() }),
  data: z.null(),
})

export const stopSupportView = defineCall({
  method: 'POST',
  path: '/vmcloud/api/grant/stopSupportView',
  summary: '立即结束客服查看；打开的画面立即关闭',
  access: access.user,
  allowsFrozen: true,
  input: z.strictObject({ supportViewId: positiveId }),
  data: z.null(),
})
