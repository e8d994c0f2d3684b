import * as z from 'zod/mini'
import { guideSteps, playTrial, trialTerms } from '../configuration/guide/schema.ts'
import { aboutProduct } from '../configuration/schema.ts'
import { deviceStates, stateTones } from '../devices/device/enums.ts'
import { access, defineCall } from '../wire/call.ts'
import {
  count,
  epochMillis,
  longText,
  noInput,
  pageOf,
  pageQuery,
  positiveId,
  replacing,
  shortText,
} from '../wire/fields.ts'

export const getTrialTerms = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getTrialTerms',
  summary: '试用的条件，以及正在试用和已领取的数量',
  access: access.operator('settings.read'),
  input: noInput,
  data: z.object({ terms: trialTerms, running: count, claimed: count }),
})

export const setTrialTerms = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setTrialTerms',
  summary: '设置试用：开关、配置、占用上限和为购买保留的库存',
  access: access.operator('settings.write'),
  input: replacing({ ...trialTerms.shape }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const returnTrial = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/returnTrial',
  summary: '让账号可以再试用一次：试用已经结束，或因同一手机号、证件、设备用过而被拒绝；记下处理人和原因',
  access: access.operator('users.write'),
  input: z.strictObject({
    userId: positiveId,
    /** Counts with the configured token alone, which acts for many people. */
    operatorName: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
  data: z.null(),
})

export const getTrialReturns = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getTrialReturns',
  summary: '退回过的试用，新的在前',
  access: access.operator('users.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(z.object({ userId: positiveId, operatorName: shortText, reason: longText, returnedAt: epochMillis })),
  ),
})

export const setPlayTrial = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setPlayTrial',
  summary: '设置试玩落地页的内容和下载地址',
  access: access.operator('settings.write'),
  input: replacing({ ...playTrial.shape }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const getGuideSteps = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getGuideSteps',
  summary: '新人引导的全部步骤，包括试用停止时不显示的',
  access: access.operator('settings.read'),
  input: noInput,
  data: guideSteps,
})

export const setGuideSteps = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setGuideSteps',
  summary: '设置新人引导的步骤；空列表表示不引导',
  access: access.operator('settings.write'),
  input: replacing({ ...guideSteps.shape }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const setAbout = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setAbout',
  summary: '设置运营方的公司名称、备案号、联系方式和地址，「关于」和协议都用它；空的不显示',
  access: access.operator('settings.write'),
  input: replacing({ ...aboutProduct.shape }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const getStateNames = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getStateNames',
  summary: '客户看到的设备状态名称和说明，按显示顺序',
  access: access.operator('settings.read'),
  input: noInput,
  data: z.object({
    records: z.array(
      z.object({ state: z.enum(deviceStates), label: shortText, note: shortText, tone: z.enum(stateTones) }),
    ),
  }),
})

export const setStateName = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setStateName',
  summary: '修改设备状态名称：客户看到的名称和说明',
  access: access.operator('settings.write'),
  input: replacing({
    state: z.enum(deviceStates),
    label: z.string().check(z.trim(), z.minLength(1), z.maxLength(8)),
    note: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
  }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const getRenewalText = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getRenewalText',
  summary: '到期设备上显示的续费提醒，以及默认的文字',
  access: access.operator('settings.read'),
  input: noInput,
  data: z.object({ text: z.string(), defaultText: z.string() }),
})

export const setRenewalText = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setRenewalText',
  summary: '设置到期设备上显示的续费提醒；空文字恢复默认',
  access: access.operator('settings.write'),
  input: replacing({ text: z.string().check(z.trim(), z.maxLength(100)) }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})
