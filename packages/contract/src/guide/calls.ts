import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { longText, nothing, positiveId, shortText } from '../wire/fields.ts'

export const getNewUserGuideConfig_V2 = defineCall({
  method: 'GET',
  path: '/vmcloud/api/newUserGuide/getNewUserGuideConfig_V2',
  summary: '新人引导的步骤和试玩配置',
  access: access.open,
  input: nothing,
  data: z.object({
    steps: z.array(z.object({ title: shortText, text: longText, image: longText })),
    trialMinutes: z.int(),
  }),
})

export const getNewUserReceiveEquipment = defineCall({
  method: 'GET',
  path: '/vmcloud/api/newUserGuide/getNewUserReceiveEquipment',
  summary: '新人可领取的试用设备（只读，领取另有调用）',
  access: access.user,
  input: nothing,
  data: z.object({ claimable: z.boolean(), deviceId: z.nullable(positiveId), trialMinutes: z.int() }),
})
