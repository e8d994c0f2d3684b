import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { count, epochMillis, noInput, positiveId } from '../../wire/fields.ts'
import { type TrialRefusal, trialRefusals } from './rules.ts'
import { guideStep, playTrial, trialPhone } from './schema.ts'

export const getNewUserGuideConfig_V2 = defineCall({
  method: 'GET',
  path: '/vmcloud/api/newUserGuide/getNewUserGuideConfig_V2',
  summary: '新人引导的步骤和试玩配置',
  access: access.visitor,
  input: noInput,
  data: z.object({
    steps: z.array(guideStep),
    trialMinutes: z.int(),
    isTrialOn: z.boolean(),
    /** The caller has not seen the tour yet; false without a login. */
    isTourDue: z.boolean(),
  }),
})

export const endNewUserGuide = defineCall({
  method: 'POST',
  path: '/vmcloud/api/newUserGuide/endNewUserGuide',
  summary: '新人引导已看完或已跳过，不再自动出现',
  access: access.user,
  input: noInput,
  data: z.null(),
})

export const getNewUserReceiveEquipment = defineCall({
  method: 'GET',
  path: '/vmcloud/api/newUserGuide/getNewUserReceiveEquipment',
  summary: '新人可领取的试用设备（只读，领取另有调用）',
  access: access.user,
  input: noInput,
  data: z.object({
    claimable: z.boolean(),
    /** The caller's trial phone; null without one, and once it is released. */
    deviceId: z.nullable(positiveId),
    trialMinutes: z.int(),
    refusal: z.nullable(z.enum(trialRefusals as [TrialRefusal, ...TrialRefusal[]])),
    /** End of the trial; null until its phone can be used. */
    endsAt: z.nullable(epochMillis),
    /** Configuration to wait for when none is free. */
    configId: z.nullable(positiveId),
  }),
})

export const claimTrialDevice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/newUserGuide/claimTrialDevice',
  summary: '领取试用设备：每人一次，可用后计时',
  access: access.user,
  input: noInput,
  data: z.object({ deviceId: positiveId }),
  errors: ['OUT_OF_STOCK'],
  callsPerMinute: 20,
  loadingText: '正在准备',
  idempotent: true,
})

export const getPlayTrial = defineCall({
  method: 'GET',
  path: '/vmcloud/api/newUserGuide/getPlayTrial',
  summary: '试玩落地页的内容、试用的云手机和下载地址',
  access: access.open,
  input: noInput,
  data: z.extend(playTrial, {
    trial: z.object({
      isOn: z.boolean(),
      minutes: z.int(),
      /** A trial can be claimed now. */
      isFree: z.boolean(),
      phone: z.nullable(trialPhone),
      /** People on a trial phone at the moment. */
      running: count,
    }),
  }),
})
