import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { noInput, pageOf, pageQuery, positiveId, shortText } from '../../wire/fields.ts'
import { smsCode } from '../user/schema.ts'
import { deletionState, nickname, sessionRecord, WORK_TYPE_MAXIMUM_ENTRIES, workType } from './schema.ts'

export const updateUserInfo = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/updateUserInfo',
  summary: '修改昵称；avatar 为空文本时删除头像（上传另有路由）',
  access: access.user,
  input: z.strictObject({ name: z.optional(nickname), avatar: z.optional(z.literal('')) }),
  data: z.null(),
})

export const getScreenMark = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getScreenMark',
  summary: '画面上是否显示水印（打码的手机号和时间）',
  access: access.user,
  input: noInput,
  data: z.object({ isOn: z.boolean() }),
})

export const setScreenMark = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/setScreenMark',
  summary: '开启或关闭画面水印，对本账号的所有客户端有效',
  access: access.user,
  input: z.strictObject({ isOn: z.boolean() }),
  data: z.object({ isOn: z.boolean() }),
})

export const getWorkTypes = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getWorkTypes',
  summary: '本人的行业与工种',
  access: access.user,
  input: noInput,
  data: z.object({ entries: z.array(workType) }),
})

export const saveWorkTypes = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/saveWorkTypes',
  summary: '保存行业与工种，整表替换；重复的一对被拒绝',
  access: access.user,
  input: z.strictObject({ entries: z.array(workType).check(z.maxLength(WORK_TYPE_MAXIMUM_ENTRIES)) }),
  data: z.null(),
})

export const getSessionList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getSessionList',
  summary: '本人的登录设备，当前在前，其余按最近使用',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(sessionRecord)),
})

export const endSession = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/endSession',
  summary: '使一处登录立即失效',
  access: access.user,
  input: z.strictObject({ sessionId: positiveId }),
  data: z.null(),
})

export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/endOtherSessions',
  summary: '使除当前外的所有登录立即失效',
  access: access.user,
  input: noInput,
  data: z.object({ ended: z.int() }),
})

export const getDeletion = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getDeletion',
  summary: '注销的条件和进度',
  access: access.user,
  input: noInput,
  data: deletionState,
})

/** Leaving gives up what the account still holds; the client has to say so. */
export const requestDeletion = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/requestDeletion',
  summary: '申请注销：进入冷静期并退出所有登录，期间登录即取消',
  access: access.user,
  input: z.strictObject({ code: smsCode, givesUpAll: z.literal(true) }),
  data: z.object({ erasesAt: z.int() }),
  errors: ['VERIFICATION_CODE_EMPTY', 'VERIFICATION_CODE_WRONG', 'MUST_SET_PASSWORD'],
})

export const getInvite = defineCall({
  method: 'GET',
  path: '/vmcloud/api/user/getInvite',
  summary: '本人的邀请码，以及与邀请人的绑定（bindInfo）',
  access: access.user,
  input: noInput,
  data: z.object({ inviteCode: shortText, bindInfo: shortText }),
})

export const bindInvite = defineCall({
  method: 'POST',
  path: '/vmcloud/api/user/bindInvite',
  summary: '绑定邀请人：一人一次；绑定完成或不可能完成时 bindInfo 为 "-1"',
  access: access.user,
  input: z.strictObject({ inviteType: shortText, inviteCode: shortText }),
  data: z.object({ bindInfo: shortText }),
})
