import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { nothing, shortText } from '../wire/fields.ts'

export const getDictionary = defineCall({
  method: 'GET',
  path: '/vmcloud/api/dictionary/getDictionary',
  summary: '一类字典的条目，按显示顺序',
  access: access.open,
  input: z.strictObject({ category: z.string().check(z.regex(/^[a-zA-Z]{1,32}$/)) }),
  // `parent` is the value of an entry of the list above, where there is one.
  data: z.object({ entries: z.array(z.object({ name: shortText, value: shortText, parent: z.optional(shortText) })) }),
})

export const getConstants = defineCall({
  method: 'GET',
  path: '/vmcloud/api/configure/getConstants',
  summary: '常量：镜像版本信息的键和各审批流程的定义键',
  access: access.open,
  input: nothing,
  data: z.object({
    imageVersionInfoKey: shortText,
    processDefinitionKeys: z.object({ personalVerification: shortText, companyVerification: shortText }),
  }),
})

export const getDeviceStatusList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/configure/getDeviceStatusList',
  summary: '云手机状态：名称和说明',
  access: access.open,
  input: nothing,
  data: z.object({ statuses: z.array(z.object({ state: shortText, label: shortText, note: shortText })) }),
})
