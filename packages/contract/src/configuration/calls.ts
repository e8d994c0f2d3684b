import * as z from 'zod/mini'
import { stateTones } from '../devices/device/enums.ts'
import { access, defineCall } from '../wire/call.ts'
import { noInput, shortText } from '../wire/fields.ts'
import { aboutProduct } from './schema.ts'

export const getCommonConfig = defineCall({
  method: 'GET',
  path: '/vmcloud/api/configure/getCommonConfig',
  summary: '公共配置',
  access: access.open,
  input: noInput,
  // Scripts of other sites that the operator lets into the web client; servers of earlier releases send none.
  data: z.object({ renewalReminderMsg: z.string(), externalScripts: z.optional(z.array(z.string())) }),
})

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
  input: noInput,
  data: z.object({
    imageVersionInfoKey: shortText,
    processDefinitionKeys: z.object({ personalVerification: shortText, companyVerification: shortText }),
  }),
})

export const getDeviceStatusList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/configure/getDeviceStatusList',
  summary: '云手机状态：名称、颜色和说明',
  access: access.open,
  input: noInput,
  data: z.object({
    statuses: z.array(z.object({ state: shortText, label: shortText, note: shortText, tone: z.enum(stateTones) })),
  }),
})

export const getAbout = defineCall({
  method: 'GET',
  path: '/vmcloud/api/configure/getAbout',
  summary: '关于：公司名称、备案号和联系方式',
  access: access.open,
  input: noInput,
  data: aboutProduct,
})
